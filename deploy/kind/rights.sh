#!/bin/bash
# rights.sh: what the accounts of the release may do, asked of the cluster itself.
. "$(dirname "$0")/lib.sh"
wrong=0

may() { # yes|no ACCOUNT NAMESPACE VERB RESOURCE [SUBRESOURCE]
  local expected=$1 account=$2 namespace=$3 verb=$4 resource=$5 sub=${6:+--subresource=$6} answer
  # can-i answers no with exit code 1.
  answer=$(kubectl --context "$CONTEXT" auth can-i "$verb" "$resource" $sub -n "$namespace" \
    --as "system:serviceaccount:$NAMESPACE:$account" 2>/dev/null || true)
  if [ "$answer" = "$expected" ]; then verdict=PASS; else verdict=FAIL wrong=$((wrong + 1)); fi
  printf '%s  %-18s %-18s %-16s in %-12s %s\n' "$verdict" "$account" "$verb" "$resource${6:+/$6}" "$namespace" "$answer"
}

for verb in get list watch delete; do may yes checkpoint-api "$NAMESPACE" "$verb" pods; done
for verb in create update patch deletecollection; do may no checkpoint-api "$NAMESPACE" "$verb" pods; done
# The form pods/exec would ask about a pod of that name.
may no checkpoint-api "$NAMESPACE" create pods exec
may no checkpoint-api "$NAMESPACE" get pods log
may no checkpoint-api "$NAMESPACE" get secrets
may no checkpoint-api "$NAMESPACE" get configmaps
may no checkpoint-api "$NAMESPACE" patch deployments.apps
may no checkpoint-api kube-system delete pods
may no checkpoint-api default list nodes
for verb in get list delete; do may no checkpoint-worker "$NAMESPACE" "$verb" pods; done
may no checkpoint-worker "$NAMESPACE" get secrets
[ "$wrong" -eq 0 ]
