import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { operatorCommands } from '../../scripts/run/operator-commands.mjs'

const npmCommand = new RegExp(`npm run (${operatorCommands.join('|')})\\b( \\[| )?(?:-- )?`, 'g')

/** A text with the commands as a release has them: `filterhouse backup DIR` for `npm run backup -- DIR`. */
export const toReleaseCommands = (text: string): string => text.replace(npmCommand, 'filterhouse $1$2')

// The folder of a release has its launcher where a checkout has nothing; a server has no npm.
const isRelease = existsSync(join(import.meta.dirname, '../../bin/filterhouse'))

/** A text with the commands as they are run here: `npm run backup -- DIR` in a checkout. */
export const nameCommands = (text: string): string => (isRelease ? toReleaseCommands(text) : text)
