import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../src/infra/database/db.ts'
import { placeAccountOrder } from '../api/shoppers.ts'
import { type DebianPostgres, prepareDebianPostgres } from '../support/debian-postgres.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startTestShop } from '../support/shop.ts'
import { prepareTemplate } from '../support/template.ts'

// Point-in-time recovery as docs/operations.md describes it, with Debian's PostgreSQL 15, which CI runs as root.

let postgres: DebianPostgres
let folder: string

beforeAll(() => {
  postgres = prepareDebianPostgres()
  folder = postgres.folder
  mkdirSync(join(folder, 'archive'))
  chmodSync(join(folder, 'archive'), 0o777)
})
afterAll(() => postgres?.close(['data', 'base']))

function open() {
  const connection = { host: folder, port: 5432, user: 'postgres', database: 'postgres' }
  return { ...connect(connection), connection }
}

test('an operator returns to the moment before a mistake, with the orders that were placed until then', async () => {
  postgres.create('data', '--auth=trust')
  postgres.addSettings('data', {
    listen_addresses: '',
    unix_socket_directories: folder,
    archive_mode: 'on',
    archive_command: `test ! -f ${folder}/archive/%f && cp %p ${folder}/archive/%f`,
  })
  postgres.start('data')
  const { before, reference } = await sellAndLoseOrders()
  postgres.stop('data')

  postgres.addSettings('base', {
    restore_command: `cp ${folder}/archive/%f %p`,
    recovery_target_time: before,
    recovery_target_action: 'promote',
  })
  writeFileSync(join(folder, 'base', 'recovery.signal'), '')
  postgres.start('base')
  const database = open()
  await expect
    .poll(async () => (await database.pool.query('select pg_is_in_recovery() as "isRecovering"')).rows)
    .toEqual([{ isRecovering: false }])
  const shop = await startTestShop({ database, worker: true })
  try {
    const visitor = await shop.signIn('trade@example.com')
    expect((await visitor.getPage(`/account/orders/${reference}`)).status).toBe(200)
    await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
    await checkInvariants(shop)
  } finally {
    await shop.close()
    await database.close()
  }
})

/** A base backup, an order after it, and then the mistake. `before`: an instant between the two. */
async function sellAndLoseOrders(): Promise<{ before: string; reference: string }> {
  const database = open()
  try {
    await prepareTemplate(database.pool)
    postgres.run('pg_basebackup', '-h', folder, '-U', 'postgres', '-D', join(folder, 'base'), '-c', 'fast')
    const shop = await startTestShop({ database })
    const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 })
    await shop.close()
    const { rows } = await database.pool.query<{ before: string }>('select clock_timestamp()::text as before')
    await sleep(1_000)
    await database.pool.query('truncate orders cascade')
    await database.pool.query('select pg_switch_wal()')
    return { before: rows[0]!.before, reference }
  } finally {
    await database.close()
  }
}
