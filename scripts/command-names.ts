import { operatorCommands } from './run/operator-commands.mjs'

const npmCommand = new RegExp(`npm run (${operatorCommands.join('|')})\\b( \\[| )?(?:-- )?`, 'g')

/** A text with the commands as a release has them: `filterhouse backup DIR` for `npm run backup -- DIR`. */
export const toReleaseCommands = (text: string): string => text.replace(npmCommand, 'filterhouse $1$2')
