import { parseArgs } from 'node:util'
import { parseSettings } from '../src/infra/config.ts'
import { listSchemaMigrations, updateSchema } from '../src/infra/schema.ts'
import { isForOperator, openDatabase, print, toExitCode, UsageError } from './command-line.ts'

// npm run migrate [-- --status]: brings the schema up to date apart from the start, or lists the migrations (R-RUN-13).

async function run(): Promise<void> {
  const { status } = readParameters(process.argv.slice(2))
  const { database, mode, close } = await openDatabase(parseSettings(process.env), 2)
  try {
    if (status) {
      for (const { name, state } of await listSchemaMigrations(database.pool)) write(`${state}\t${name}`)
    } else {
      const applied = await updateSchema(database.pool, mode)
      for (const name of applied) write(`applied\t${name}`)
      print(applied.length === 0 ? 'The schema is up to date.' : 'The schema is up to date now.')
    }
  } finally {
    await close()
  }
}

function readParameters(parameters: string[]): { status: boolean } {
  const options = { status: { type: 'boolean', default: false } } as const
  try {
    return parseArgs({ args: parameters, options, strict: true }).values
  } catch (error) {
    throw new UsageError(
      `${(error as Error).message.split(/\.?\s*\n|\. /)[0]}. Usage: npm run migrate [-- --status]`,
    )
  }
}

const write = (line: string) => process.stdout.write(`${line}\n`)

run().catch((error: Error) => {
  print(isForOperator(error) ? error.message : (error.stack ?? error.message))
  process.exitCode = toExitCode(error)
})
