#!/bin/sh
# Restarts the shop's processes one after the other, behind nginx without a failed request: rolling-restart.sh 3001 3002
# Part of a release, whose Node it uses: a new Debian has no curl.
set -eu
[ $# -gt 0 ] || { echo "Usage: rolling-restart.sh PORT …" >&2; exit 64; }
program=$(readlink -f -- "$0")
node=${program%/*/*}/bin/node
[ -x "$node" ] || { echo "Run the rolling-restart.sh of a release: there is no $node." >&2; exit 64; }
is_ready() {
  "$node" -e "fetch('http://127.0.0.1:$1/readyz', { signal: AbortSignal.timeout(3000) })
    .then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"
}
for port in "$@"; do
  systemctl restart "filterhouse@$port"
  waited=0
  until is_ready "$port"; do
    waited=$((waited + 1))
    [ "$waited" -lt 60 ] || { echo "filterhouse@$port is not ready after a minute: stopped here." >&2; exit 1; }
    sleep 1
  done
  echo "filterhouse@$port is ready."
done
