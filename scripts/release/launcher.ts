import { operatorCommands } from '../run/operator-commands.mjs'
import { environment, nodeOptions } from '../run/shop-process.mjs'

/** bin/filterhouse of a release: needs a shell and readlink, and works through a symbolic link to it. */
export const launcher = `#!/bin/sh
# Runs the shop, or a command on its data, from this release: docs/operations.md.
set -eu
program=$(readlink -f -- "$0")
release=\${program%/bin/*}
command=\${1:-}
[ $# -eq 0 ] || shift
export NODE_ENV=production
${Object.entries(environment)
  .map(([name, value]) => `export ${name}="\${${name}:-${value}}"`)
  .join('\n')}
case $command in
  start) exec "$release/bin/node" ${nodeOptions.join(' ')} "$release/dist/server/main.js" "$@" ;;
  ${operatorCommands.join(' | ')}) exec "$release/bin/node" "$release/dist/server/$command.js" "$@" ;;
esac
echo "Usage: filterhouse start | ${operatorCommands.join(' | ')}. The parameters: filterhouse COMMAND --help." >&2
exit 64
`
