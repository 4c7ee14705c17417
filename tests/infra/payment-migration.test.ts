import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../support/test-database.ts'

// Migration 041 gives payments neutral names. The test migrates rows of earlier releases.

const folder = join(import.meta.dirname, '..', '..', 'db', 'migrations')
const files = readdirSync(folder)
  .filter(name => name.endsWith('.sql'))
  .sort()

async function apply(pool: pg.Pool, names: string[]): Promise<void> {
  for (const name of names) await pool.query(readFileSync(join(folder, name), 'utf8'))
}

const oldRows = `
  insert into orders (reference, state, method, basket_version, contact, request_hash, delivery, billing, delivery_code,
      delivery_title, subtotal, discount, vat, total, vat_rate_bp)
    select reference, 'awaiting_payment', method, 1, '{}', reference, '{}', '{}', 'ND', 'Next day', 100, 0, 20, 120, 2000
    from (values ('FH22222222', 'sagepay'), ('FH33333333', 'account')) v (reference, method);
  insert into payment_attempt (order_id, vendor_tx_code, amount, state, vps_tx_id, security_key, next_url, return_token,
      tx_auth_no, status_detail, answer, settled_at)
    select id, reference || '-1-a', 120, 'paid', '{1}', 'SECRET', 'https://pay.example/1', 'token-1', '99',
      '0000 : Fine', 'Status=OK', '2026-01-02T03:04:05Z' from orders where reference = 'FH22222222';
  insert into payment_attempt (order_id, vendor_tx_code, amount, state, return_token, status_detail)
    select id, reference || '-2-b', 120, 'registered', 'token-2', 'a notification could not be believed'
    from orders where reference = 'FH22222222';
  insert into payment_refund (attempt_id, kind, amount, vendor_tx_code, state, detail, settled_at)
    select id, 'refund', 50, vendor_tx_code || 'R', 'done', 'OK 0000', '2026-01-03T03:04:05Z'
    from payment_attempt where state = 'paid';
  insert into session (id_hash, expires_at) values ('\\x01', now()), ('\\x02', now());
  insert into checkout_draft (session_hash, answers) values
    ('\\x01', '{"paymentMethod": "sagepay", "purchaseOrder": "PO 1"}'), ('\\x02', '{"paymentMethod": "account"}');`

test('rows of earlier releases keep their values under the neutral names', async () => {
  const database = await createTestDatabase()
  const { pool } = database
  try {
    await pool.query('drop schema public cascade; create schema public')
    await apply(
      pool,
      files.filter(name => name < '040'),
    )
    await pool.query(oldRows)
    await apply(
      pool,
      files.filter(name => name >= '040' && name < '042'),
    )
    const rows = async (query: string) => (await pool.query<Record<string, unknown>>(query)).rows
    expect(await rows('select method from orders order by reference')).toEqual([
      { method: 'card' },
      { method: 'account' },
    ])
    expect(await rows('select * from payment_attempt order by id')).toMatchObject([
      {
        provider: 'opayo',
        transaction_reference: 'FH22222222-1-a',
        provider_transaction_id: '{1}',
        provider_secret: 'SECRET',
        payment_page_url: 'https://pay.example/1',
        authorisation_code: '99',
        provider_detail: '0000 : Fine',
        has_invalid_notification: false,
        notification_reply: 'Status=OK',
        completed_at: new Date('2026-01-02T03:04:05Z'),
      },
      { provider: 'opayo', state: 'registered', provider_detail: null, has_invalid_notification: true },
    ])
    expect(await rows('select * from payment_refund')).toMatchObject([
      {
        transaction_reference: 'FH22222222-1-aR',
        provider_detail: 'OK 0000',
        completed_at: new Date('2026-01-03T03:04:05Z'),
      },
    ])
    expect(await rows('select answers from checkout_draft order by session_hash')).toEqual([
      { answers: { paymentMethod: 'card', purchaseOrder: 'PO 1' } },
      { answers: { paymentMethod: 'account' } },
    ])
    await expect(pool.query(`update orders set method = 'sagepay'`)).rejects.toThrow('orders_method_check')
  } finally {
    await database.close()
  }
})
