import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChangeListeners } from '../../src/infra/database/change-listeners.ts'
import {
  createReplicaReads,
  findReplicaFault,
  openReplica,
  type ReplicaReads,
} from '../../src/infra/database/replica.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

// What happens when the replica cannot be read. tests/operations/cluster.test.ts has a real one.

let database: TestDatabase
const changes: ChangeListeners = {
  add() {},
  onSettings() {},
  started: Promise.resolve(),
  sync: async () => {},
  close: async () => {},
}

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database?.close()
})

async function readWith(url: string, read: (reads: ReplicaReads) => Promise<void>): Promise<string[]> {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: line => void lines.push(line) })
  const replica = openReplica(url, 2)
  const pools = { primary: database.pool, replica: replica.pool }
  const reads = createReplicaReads(pools, changes, log)
  try {
    await expect.poll(() => lines, { timeout: 10_000 }).toHaveLength(1)
    await read(reads)
    return [(await findReplicaFault(pools)) ?? 'none', ...lines]
  } finally {
    await reads.close()
    await replica.close()
  }
}

const countProducts = async ({ db }: ReplicaReads) => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from product`.execute(db)
  expect(rows[0]!.count).toBeGreaterThan(100)
}

test('a replica that is away leaves the reads to the primary, and the log says so once', async () => {
  const [fault, ...lines] = await readWith('postgresql://shop@127.0.0.1:1/shop', countProducts)
  expect(fault).toContain('ECONNREFUSED')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('The catalogue is read from the primary.')
})

test('a server that is no standby is not read: after a failover the address may lead to the primary', async () => {
  const [fault] = await readWith(database.url, countProducts)
  expect(fault).toBe('It is no standby of the database of DATABASE_URL.')
})

test('a write or a transaction is refused before it reaches any server', async () => {
  await readWith(database.url, async ({ db }) => {
    await expect(db.transaction().execute(countIn)).rejects.toThrow('Only single SELECTs')
    await expect(sql`delete from product`.execute(db)).rejects.toThrow('Only single SELECTs')
  })
})

const countIn = (db: ReplicaReads['db']) => sql`select 1`.execute(db)
