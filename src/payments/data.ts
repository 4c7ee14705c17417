import { sql } from 'kysely'
import type { Db, Tx } from '../platform/house.ts'
import type { Pence } from '../shared/money.ts'
import type { AttemptState } from './attempts.ts'

export interface Attempt {
  id: number
  orderId: number
  vendorTxCode: string
  amount: Pence
  state: AttemptState
  vpsTxId: string | null
  /** The provider's secret for this attempt: never logged, never shown. */
  securityKey: string | null
  nextUrl: string | null
  returnToken: string
  answer: string | null
  /** A notification of it could not be believed. */
  doubted: boolean
  createdAt: Date
}

/** Stands as the detail of an attempt while nothing better is known of it. */
const doubtedDetail = 'a notification could not be believed'

const columns = sql`id, order_id as "orderId", vendor_tx_code as "vendorTxCode", amount, state, vps_tx_id as "vpsTxId",
  security_key as "securityKey", next_url as "nextUrl", return_token as "returnToken", answer,
  coalesce(status_detail = ${doubtedDetail}, false) as doubted, created_at as "createdAt"`

/** The order's newest attempt; null when nothing was tried. */
export async function latestAttempt(db: Db | Tx, orderId: number): Promise<Attempt | null> {
  const { rows } = await sql<Attempt>`
    select ${columns} from payment_attempt where order_id = ${orderId} order by id desc limit 1`.execute(db)
  return rows[0] ?? null
}

export async function attemptByCode(db: Db | Tx, vendorTxCode: string): Promise<Attempt | null> {
  const { rows } = await sql<Attempt>`
    select ${columns} from payment_attempt where vendor_tx_code = ${vendorTxCode}`.execute(db)
  return rows[0] ?? null
}

export async function attemptByToken(db: Db, returnToken: string): Promise<Attempt | null> {
  const { rows } = await sql<Attempt>`
    select ${columns} from payment_attempt where return_token = ${returnToken}`.execute(db)
  return rows[0] ?? null
}

export async function lockAttempt(tx: Tx, id: number): Promise<Attempt> {
  const { rows } = await sql<Attempt>`
    select ${columns} from payment_attempt where id = ${id} for update`.execute(tx)
  return rows[0]!
}

export async function countAttempts(tx: Tx, orderId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payment_attempt where order_id = ${orderId}`.execute(tx)
  return rows[0]!.count
}

export async function insertAttempt(
  tx: Tx,
  attempt: { orderId: number; vendorTxCode: string; amount: Pence; returnToken: string; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('payment_attempt')
    .values({
      order_id: attempt.orderId,
      vendor_tx_code: attempt.vendorTxCode,
      amount: attempt.amount,
      return_token: attempt.returnToken,
      created_at: attempt.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Before the buyer is led to the frame: without these the notification could not be believed. False: the provider spoke
 * of it before, was not believed, and its frame is dead.
 */
export async function attemptRegistered(
  db: Db,
  id: number,
  registered: { vpsTxId: string; securityKey: string; nextUrl: string },
): Promise<boolean> {
  const { rows } = await sql<{ isOpen: boolean }>`
    update payment_attempt set vps_tx_id = ${registered.vpsTxId}, security_key = ${registered.securityKey},
      next_url = ${registered.nextUrl}, state = case when state = 'registering' then 'registered' else state end
    where id = ${id} returning state = 'registered' and status_detail is null as "isOpen"`.execute(db)
  return rows[0]?.isOpen ?? false
}

/** Something was told of this attempt that could not be believed: its frame is of no use any more. */
export async function doubtAttempt(db: Db, id: number): Promise<void> {
  await sql`update payment_attempt set status_detail = ${doubtedDetail}
    where id = ${id} and state in ('registering', 'registered')`.execute(db)
}

/** The order made way for another: what was begun for it comes to nothing. */
export async function supersedeAttempts(tx: Tx, orderId: number): Promise<void> {
  await sql`update payment_attempt set state = 'superseded'
    where order_id = ${orderId} and state in ('registering', 'registered')`.execute(tx)
}

/** The browser session that an attempt belongs to. */
export async function sessionOf(db: Db, orderId: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('orders')
    .select('session_hash')
    .where('id', '=', orderId)
    .executeTakeFirst()
  return row?.session_hash ?? null
}

export interface Settlement {
  state: AttemptState
  answer: string
  statusDetail: string
  txAuthNo: string | null
  cardType: string | null
  lastFour: string | null
  now: Date
}

export async function settleAttempt(tx: Tx, id: number, settled: Settlement): Promise<void> {
  await tx
    .updateTable('payment_attempt')
    .set({
      state: settled.state,
      answer: settled.answer,
      status_detail: settled.statusDetail,
      tx_auth_no: settled.txAuthNo,
      card_type: settled.cardType,
      last_four: settled.lastFour,
      settled_at: settled.now,
    })
    .where('id', '=', id)
    .execute()
}

export async function setAttemptState(
  db: Db | Tx,
  id: number,
  state: AttemptState,
  detail: string | null,
): Promise<void> {
  await db.updateTable('payment_attempt').set({ state, status_detail: detail }).where('id', '=', id).execute()
}
