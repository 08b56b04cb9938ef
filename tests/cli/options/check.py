"""Options of ``kuota check``."""

from tests.cli.case import Case
from tests.cli.project import CLEAN, GRANT, GUARANTEED, TOO_MUCH, team

MANIFEST = """\
apiVersion: kueue.x-k8s.io/v1beta2
kind: ResourceFlavor
metadata: {name: A100}
spec: {}
"""
CRD = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: clusterqueues.kueue.x-k8s.io}
spec:
  group: kueue.x-k8s.io
  names: {kind: ClusterQueue, plural: clusterqueues}
  scope: Cluster
  versions:
    - name: v1beta2
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                stopPolicy: {type: string, enum: [Hold]}
              x-kubernetes-preserve-unknown-fields: true
"""
WARNED = CLEAN | {"teams/blue.yaml": team("blue", 11).replace("Limit: 12", "Limit: 99")}
WINDOWS = CLEAN | {"teams/blue.yaml": team("blue").replace("\n", "\r\n")}
MISSPELT = CLEAN | {"teams/blue.yaml": team("blue").replace("borrowingLimit", "borrowingLimt")}

REPORTING = {
    "config": Case(("--config", "other.toml"), files=WARNED | {"other.toml": 'fail-on = "info"'}),
    "stdin_filename": Case(
        ("--stdin-filename", "teams/blue.yaml"), ("teams", "-"), CLEAN, team("blue", 13)
    ),
    "kueue_version": Case(("--kueue-version", "0.99")),
    "today": Case(
        ("--today", "2026-07-01"), ("--today", "2026-03-01"), CLEAN | {"teams/red.yaml": GRANT}
    ),
    "budget": Case(("--budget", "0"), files=GUARANTEED),
    "output": Case(("--output", "json")),
    "fail_on": Case(("--fail-on", "info"), files=WARNED),
    "manifests": Case(("--manifests", "m"), files=CLEAN | {"m/flavor.yaml": MANIFEST}),
    "crds": Case(("--crds", "crds"), files=CLEAN | {"crds/crd.yaml": CRD}),
    "color": Case(("--color", "always"), files=TOO_MUCH),
    "quiet": Case(("--quiet",)),
    "show_settings": Case(("--show-settings",)),
}
CASES = REPORTING | {
    "no_cache": Case(("--no-cache",)),
    "fix": Case(("--fix",), files=WINDOWS),
    "unsafe_fixes": Case(("--unsafe-fixes",), ("--fix",), MISSPELT),
    "diff": Case(("--diff",), ("--fix",), WINDOWS),
}
