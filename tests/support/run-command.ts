import { type Command, isForOperator, toExitCode } from '../../scripts/command-line.ts'
import type { ScriptOutput } from './run-script.ts'

/** Runs a command of the operator in this process, which takes no second to start. */
export async function runCommand(
  command: Command,
  parameters: string[],
  env: Record<string, string>,
): Promise<ScriptOutput> {
  let [out, errors] = ['', '']
  const output = {
    result: (text: string) => {
      out += `${text}\n`
    },
    message: (sentence: string) => {
      errors += `${sentence}\n`
    },
  }
  const code = await command(parameters, env, output).catch((error: Error) => {
    if (!isForOperator(error)) throw error
    output.message(error.message)
    return toExitCode(error)
  })
  return { code, out, errors }
}
