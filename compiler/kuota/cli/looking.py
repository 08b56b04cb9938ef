"""What ``show`` and ``where`` share: a policy to look into, whatever findings there are."""

from kuota.cli.checking import outcome_of, prepare
from kuota.cli.exits import NoInput
from kuota.cli.options import Inputs, Reporting
from kuota.cli.session import Session, open_session
from kuota.pipeline.model import Outcome
from kuota.policy.cluster import Policy


def look(inputs: Inputs) -> tuple[Session, Outcome, Policy]:
    """The session, the outcome and the policy of ``inputs``."""
    session = open_session(inputs, Reporting())
    prepare(session)
    outcome = outcome_of(session)
    if outcome.policy is None or not outcome.policy.clusters:
        raise NoInput("no platform could be read; 'kuota check' says why")
    return session, outcome, outcome.policy
