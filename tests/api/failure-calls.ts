import { randomUUID } from 'node:crypto'
import type { TestShop } from '../support/shop.ts'

/** An e-mail about an order that the mail server has refused, to wrong@example.org. Returns its id. */
export async function insertUnsentEmail(shop: TestShop, kind = 'order-received', reference = 'FHAAAAAAAA') {
  const [row] = await shop.sql<{ id: number }>(
    `insert into mail_outbox (dedupe_key, kind, recipient, facts, last_error, created_at)
     values ($1, $2, 'wrong@example.org', json_build_object('reference', $3::text), 'the mail server refused it', now() - interval '1 hour')
     returning id::int`,
    [`test:${randomUUID()}`, kind, reference],
  )
  return row!.id
}

/** A job that failed at its only attempt. Returns its id. */
export async function insertFailedJob(shop: TestShop) {
  const [row] = await shop.sql<{ id: number }>(
    `select (graphile_worker.add_job('send-statement', '{}'::json, run_at := now() + interval '1 year', max_attempts := 1)).id::int`,
  )
  await shop.sql(
    `update graphile_worker._private_jobs set attempts = 1, last_error = E'no such company\\n  at line 1' where id = $1`,
    [row!.id],
  )
  return row!.id
}
