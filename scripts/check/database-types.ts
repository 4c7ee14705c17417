import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '../../src/infra/database/db.ts'
import { migrate } from '../../src/infra/database/migrate.ts'
import { startEmbeddedPostgres } from '../../src/infra/embedded-postgres/embedded-postgres.ts'
import { bin, run } from './program.ts'
import type { StepOutcome } from './step.ts'

const parameters = [
  ...['--dialect', 'postgres'],
  ...['--out-file', 'db/types.gen.ts'],
  ...['--date-parser', 'string'],
  ...['--type-mapping', '{"int8":"number","date":"string"}'],
  ...['--exclude-pattern', 'graphile_worker.*'],
  ...['--log-level', 'error'],
]

/** Creates a database with all migrations and compares its tables with db/types.gen.ts. */
export async function checkDatabaseTypes(env: NodeJS.ProcessEnv): Promise<StepOutcome> {
  const { code, output } = await generateDatabaseTypes(env, '--verify')
  const hint = 'db/types.gen.ts does not match the migrations. Write it again: node scripts/db-types.ts'
  return { ok: code === 0, details: `${output}\n${hint}` }
}

export async function generateDatabaseTypes(
  env: NodeJS.ProcessEnv,
  ...more: string[]
): Promise<{ code: number; output: string }> {
  const dataDir = await mkdtemp(join(env.TMPDIR ?? '/tmp', 'database-types-'))
  const server = await startEmbeddedPostgres({ dataDir, purpose: 'use' })
  try {
    const { pool, close } = connect(server.connection)
    try {
      await migrate(pool)
    } finally {
      await close()
    }
    const url = server.url(server.connection.database)
    return await run(bin('kysely-codegen'), ['--url', url, ...parameters, ...more], env)
  } finally {
    await server.stop()
  }
}
