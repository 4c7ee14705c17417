#!/bin/sh
# Restarts the shop's processes one after the other, behind nginx without a failed request: rolling-restart.sh 3001 3002
set -eu
[ $# -gt 0 ] || { echo "Usage: rolling-restart.sh PORT …" >&2; exit 64; }
for port in "$@"; do
  systemctl restart "filterhouse@$port"
  waited=0
  until curl --silent --fail --output /dev/null --max-time 3 "http://127.0.0.1:$port/readyz"; do
    waited=$((waited + 1))
    [ "$waited" -lt 60 ] || { echo "filterhouse@$port is not ready after a minute: stopped here." >&2; exit 1; }
    sleep 1
  done
  echo "filterhouse@$port is ready."
done
