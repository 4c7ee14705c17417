import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateDatabaseTypes } from './check/database-types.ts'

// Generates db/types.gen.ts from db/migrations.

const scratch = await mkdtemp(join(tmpdir(), 'filterhouse-types-'))
const { code, output } = await generateDatabaseTypes({ ...process.env, TMPDIR: scratch })
await rm(scratch, { recursive: true, force: true })
process.stdout.write(output)
process.exitCode = code
