import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from './check/database-types.ts'

// Writes db/types.gen.ts anew from db/migrations.

const scratch = await mkdtemp(join(tmpdir(), 'filterhouse-types-'))
const { code, output } = await generate({ ...process.env, TMPDIR: scratch })
await rm(scratch, { recursive: true, force: true })
process.stdout.write(output)
process.exitCode = code
