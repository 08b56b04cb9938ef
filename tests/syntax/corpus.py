"""Documents that both the models and the JSON Schemas must accept, or refuse."""

from tests.syntax.reading import platform, scenario, team

EXPECT = "expect: [{maxEvictions: 0}]"
QUOTA = "quota: {a100: {nvidia.com/gpu: 8}}"

GOOD = {
    "smallest-team": team(QUOTA),
    "team-without-quota": team("cohort: ml"),
    "full-team": team(
        """
        owners: ["@example/ml"]
        cohort: ml-shared
        namespaces: [ml, ml-batch]
        quota:
          a100:
            nvidia.com/gpu: {nominalQuota: 12, borrowingLimit: 24, lendingLimit: 8}
            cpu: 96
            memory: 768Gi
            example.com/half: "1e3"
        resourceGroups: [[nvidia.com/gpu, cpu, memory], [example.com/half]]
        queues: [ml-lq, {name: default, namespaces: [ml], fairSharing: {weight: 2}}]
        queueingStrategy: StrictFIFO
        preemption:
          withinClusterQueue: LowerOrNewerEqualPriority
          reclaimWithinCohort: Any
          borrowWithinCohort: {policy: LowerPriority, maxPriorityThreshold: -100}
        flavorFungibility:
          whenCanBorrow: TryNextFlavor
          whenCanPreempt: MayStopSearch
          preference: PreemptionOverBorrowing
        fairSharing: {weight: 1500m}
        stopPolicy: None
        admissionChecks: [prov, {name: mk, onFlavors: [a100]}]
        admissionScope: {admissionMode: NoAdmissionFairSharing}
        grants: [{until: "2026-12-31", quota: {a100: {nvidia.com/gpu: 4}}, reason: launch}]
        gangs:
          - name: ddp
            podSets:
              - name: main
                count: 8
                minCount: 4
                requests: {nvidia.com/gpu: 8}
                nodeSelector: {zone: a}
                tolerations: [{key: a, operator: Exists, tolerationSeconds: 30}]
            queue: ml-lq
            topology: {required: example.com/block, slice: {required: example.com/rack, size: 2}}
            priorityClass: normal
            expect: guaranteed
        formerly: [ml-a]
        """
    ),
    "team-on-clusters": team(
        "clusters: {east: {cohort: x, quota: {a100: {cpu: 0.5}}}, west.eu: {namespaces: [w]}}"
    ),
    "smallest-platform": platform("cohorts: {}"),
    "full-platform": platform(
        """
        kueueConfiguration:
          fairSharing: {enabled: true, preemptionStrategies: [LessThanInitialShare]}
          admissionFairSharing: {usageHalfLifeTime: 168h, resourceWeights: {cpu: 0.5}}
          managedJobsNamespaceSelector:
            matchLabels: {team: ml}
            matchExpressions: [{key: a, operator: NotIn, values: [b, c]}]
          manageJobsWithoutQueueName: true
          integrations: [batch/job]
          excludeResourcePrefixes: [example.com/]
          waitForPodsReady: {timeout: 1h30m}
          featureGates: {PartialAdmission: false}
        topology: {levels: [example.com/block, kubernetes.io/hostname]}
        topologies: {racks: {levels: [example.com/rack]}}
        nodes:
          - name: gpu
            count: 6
            labels: {rack: "r{index/2}", model: a100}
            taints: [{key: nvidia.com/gpu, value: present, effect: NoSchedule}]
            allocatable: {nvidia.com/gpu: 8, cpu: 120, memory: 960Gi}
            reserve: {cpu: 4}
        cohorts:
          ml: {quota: {a100: {cpu: {nominalQuota: 1, lendingLimit: 0}}}, resourceGroups: [[cpu]]}
          ml-shared: {parent: ml, fairSharing: {weight: 2}}
        priorityClasses: {low: 100, high: {value: 1000, description: more}}
        admissionChecks:
          prov:
            provisioningRequest:
              provisioningClassName: check-capacity.autoscaling.x-k8s.io
              parameters: {a: b}
              managedResources: [nvidia.com/gpu]
              retryStrategy: {backoffLimitCount: 0, backoffBaseSeconds: 60, backoffMaxSeconds: 90}
              podSetUpdates: {nodeSelector: [{key: a, valueFromProvisioningClassDetail: b}]}
              podSetMergePolicy: IdenticalPodTemplates
          mk: {multiKueue: {clusters: [w1]}}
          own: {controllerName: example.com/check}
        multikueue: {workers: [w1, {name: w2, kubeConfig: {location: /x, locationType: Path}}]}
        namespaces: {create: true}
        defaults: {preemption: {withinClusterQueue: LowerPriority}, stopPolicy: Hold}
        rules:
          maxNominalShare: 50%
          priorityClasses: {critical: {teams: [ml]}}
          removalGuard: 12.5%
        """
    ),
    "smallest-scenario": scenario(EXPECT),
    "full-scenario": scenario(
        """
        cluster: gpu
        running:
          - name: sweep
            team: ml
            count: 36
            queue: ml-lq
            podSets: [{name: main, count: 2, minCount: 1, requests: {nvidia.com/gpu: 1}}]
            topology: {preferred: example.com/rack, slice: {required: example.com/rack, size: 2}}
            priorityClass: low
            runtime: 1h30m
        arrivals:
          - {team: ml, gang: ddp, at: 10m}
          - {name: again, team: ml, gang: ddp, queue: other, priorityClass: high, runtime: 5m}
        finish: [{workload: sweep-2, at: 5m}]
        fail: [{nodes: [a100-0, a100-1]}, {nodes: [a100-2], at: 1m}]
        expect:
          - {admitted: ddp, at: 10m, flavor: a100, pods: 8, count: 1, placed: true}
          - {admitted: ddp, level: example.com/rack, split: [4, 4]}
          - {pending: again, at: 0s, count: 0, reason: WaitingForQuota}
          - {evicted: sweep, at: 10m, by: ddp, count: 4, reason: InCohortReclamation}
          - {neverEvicted: ddp}
          - {maxEvictions: 4, team: ml}
          - {quota: ml, resource: nvidia.com/gpu, flavor: a100, used: 8, borrowed: 0, at: 1m}
          - {quota: ml, resource: memory, lent: 768Gi, available: 0}
          - {share: {ml: 75%, other: 25%}, resource: cpu, flavor: a100, within: 2.5%, at: 1h}
          - {preemptionLoop: false}
        """
    ),
}

BAD = {
    "scenario-without-expectations": scenario("running: []"),
    "scenario-with-no-expectation": scenario("expect: []"),
    "expectation-about-nothing": scenario("expect: [{at: 1m}]"),
    "expectation-about-two-things": scenario("expect: [{admitted: a, pending: a}]"),
    "expectation-with-a-key-of-another": scenario("expect: [{pending: a, pods: 3}]"),
    "load-without-pods": scenario(f"running: [{{name: a, team: ml}}]\n{EXPECT}"),
    "load-of-two-kinds": scenario(
        f"running: [{{team: ml, gang: a, podSets: [{{count: 1, requests: {{}}}}]}}]\n{EXPECT}"
    ),
    "load-without-a-name": scenario(
        f"running: [{{team: ml, podSets: [{{count: 1, requests: {{}}}}]}}]\n{EXPECT}"
    ),
    "running-load-with-a-time": scenario(f"running: [{{team: ml, gang: a, at: 1m}}]\n{EXPECT}"),
    "too-many-copies": scenario(f"running: [{{team: ml, gang: a, count: 1001}}]\n{EXPECT}"),
    "unknown-reason": scenario("expect: [{pending: a, reason: Busy}]"),
    "time-as-number": scenario("expect: [{pending: a, at: 10}]"),
    "finish-without-a-time": scenario(f"finish: [{{workload: a}}]\n{EXPECT}"),
    "no-spec": "apiVersion: kuota/v1\nkind: Team\nmetadata: {name: ml}\n",
    "no-name": "apiVersion: kuota/v1\nkind: Team\nmetadata: {}\nspec: {}\n",
    "unknown-key": team("quotas: {}"),
    "unknown-key-in-a-quota": team("quota: {a100: {cpu: {nominalQuota: 1, limit: 2}}}"),
    "quota-as-list": team("quota: [a100]"),
    "quota-without-nominal": team("quota: {a100: {cpu: {borrowingLimit: 1}}}"),
    "null-quota": team("quota: ~"),
    "name-with-capitals": team(QUOTA, name="ML"),
    "name-too-long": team(QUOTA, name="a" * 64),
    "name-with-path": team(QUOTA, name="../../etc"),
    "flavor-with-capitals": team("quota: {A100: {cpu: 1}}"),
    "resource-with-blank": team('quota: {a100: {"my gpu": 1}}'),
    "negative-quota": team("quota: {a100: {cpu: -1}}"),
    "quota-with-unit-of-no-kind": team("quota: {a100: {memory: 12Gb}}"),
    "quota-as-flag": team("quota: {a100: {cpu: true}}"),
    "unknown-strategy": team("queueingStrategy: FIFO"),
    "count-of-zero": team("gangs: [{name: a, podSets: [{count: 0, requests: {cpu: 1}}]}]"),
    "count-as-text": team('gangs: [{name: a, podSets: [{count: "1", requests: {cpu: 1}}]}]'),
    "gang-without-pods": team("gangs: [{name: a, podSets: []}]"),
    "flag-as-text": team(
        'gangs: [{name: a, podSets: [{count: 1, requests: {}}], topology: {unconstrained: "true"}}]'
    ),
    "grant-without-reason": team('grants: [{until: "2026-12-31", quota: {a: {cpu: 1}}}]'),
    "grant-until-a-text": team("grants: [{until: soon, quota: {a: {cpu: 1}}, reason: x}]"),
    "priority-beyond-32-bits": platform("priorityClasses: {x: 2147483648}"),
    "priority-as-fraction": platform("priorityClasses: {x: 1.5}"),
    "share-as-fraction": platform("rules: {maxNominalShare: 0.5}"),
    "share-above-all": platform("rules: {maxNominalShare: 101%}"),
    "duration-in-days": platform("kueueConfiguration: {waitForPodsReady: {timeout: 1d}}"),
    "taint-without-effect": platform("nodes: [{name: a, taints: [{key: a}], allocatable: {}}]"),
    "taint-with-unknown-effect": platform(
        "nodes: [{name: a, taints: [{key: a, effect: noschedule}], allocatable: {}}]"
    ),
    "topology-without-levels": platform("topology: {levels: []}"),
    "too-many-workers": platform(
        f"admissionChecks: {{m: {{multiKueue: {{clusters: {['w'] * 21}}}}}}}"
    ),
    "label-value-too-long": platform(
        f"nodes: [{{name: a, labels: {{a: b}}, allocatable: {{}}}}]\n"
        f"kueueConfiguration: {{managedJobsNamespaceSelector: "
        f"{{matchLabels: {{a: {'b' * 64}}}}}}}"
    ),
}
