"""``kuota explain``: the documentation of a rule."""

import click


def _matching(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
    """Codes and names that begin so, for the completion of shells."""
    from kuota.report.catalog import Catalog

    known = [name for info in Catalog().values() for name in (info.number, info.name)]
    return [name for name in known if name.lower().startswith(incomplete.lower())]


@click.command()
@click.argument("rule", metavar="CODE", shell_complete=_matching)
def explain(rule: str) -> None:
    """Explain a rule, by its code or its name."""
    from kuota.cli.outputs import echo
    from kuota.diag.near import suggestion
    from kuota.report.catalog import Catalog

    catalog = Catalog()
    by_name = {info.name: info for info in catalog.values()}
    found = catalog.get(rule.upper()) or by_name.get(rule.lower())
    if found is None:
        is_code = rule[:1].upper() == "Q" and len(rule) <= 5
        advice = suggestion(rule.upper(), catalog) if is_code else suggestion(rule, by_name)
        raise click.UsageError(f"no rule is called {rule!r}; {advice}")
    mandatory = ", mandatory" if found.mandatory else ""
    echo(f"{found.number} {found.name} ({found.severity}{mandatory})\n\n{found.documentation}")


COMMAND = explain
