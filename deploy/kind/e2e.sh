#!/bin/bash
# e2e.sh: what only a cluster can show, in turn. The last line is `N passed, N failed`, the parts' own lines stand before it.
. "$(dirname "$0")/lib.sh"
passed=0 failed=0
TEST_WITHIN=5m

part() { # TITLE COMMAND…: a part is one check; what it printed says why.
  local title=$1; shift
  printf '\n== %s\n' "$title"
  if ("$@"); then passed=$((passed + 1)); echo "PASS  $title"; else failed=$((failed + 1)); echo "FAIL  $title"; fi
}
helm_test() { helm --kube-context "$CONTEXT" test "$RELEASE" --namespace "$NAMESPACE" --logs --timeout "$TEST_WITHIN"; }
monitoring() { node "$ROOT/deploy/monitoring/src/main.ts" --prometheus "http://127.0.0.1:$PROMETHEUS_PORT" --namespace "$NAMESPACE" --minutes 30; }

[ -s "$KUBECONFIG" ] || fail 'there is no cluster: make kind-up'
part 'the crash demo' bash "$HERE/crash-demo.sh"
part 'helm test' helm_test
part 'every query of dashboard and alerts' monitoring
part 'the rights of the service accounts' bash "$HERE/rights.sh"
printf '\n%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
