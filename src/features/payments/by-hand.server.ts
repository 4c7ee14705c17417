import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { execute, findRow, getValue, hasRow } from '../../infra/database/query.ts'
import { createToken } from '../../infra/token.ts'
import type { IsoDate } from '../../lib/dates.ts'
import type { Pence } from '../../lib/money.ts'
import type { Order } from '../orders/order.ts'
import { customerNameSql } from '../orders/service.ts'
import { countAttempts } from './attempts/queries.ts'
import { createRandomCode, createTransactionReference } from './attempts/transaction-reference.server.ts'
import { type HandKind, handKindNames, handPaymentMessages, namedCashFrom } from './by-hand.ts'

export interface HandPayment {
  kind: HandKind
  amount: Pence
  /** Of the bank or the terminal's slip; ''. */
  reference: string
  till: string
  /** In London. */
  receivedOn: IsoDate
  staffId: number
  /** Of the form: the same press twice enters one payment. */
  requestKey: string
  now: Date
}

type HandPaidOrder = Pick<Order, 'id' | 'reference' | 'personId' | 'companyId' | 'contact' | 'billing'>

/**
 * Enters a payment that staff have taken, as a payment attempt that is paid. The caller has locked the order, and updates its
 * payment hold afterwards. Returns why it may not be taken; null: it is entered, or the same form has entered it before.
 */
export async function enterHandPayment(
  tx: Tx,
  order: HandPaidOrder,
  payment: HandPayment,
): Promise<string | null> {
  if (await isPaymentEntered(tx, payment.requestKey)) return null
  if (payment.kind === 'cash' && (await needsCashName(tx, order, payment)))
    return handPaymentMessages.cashName
  const { kind, amount, reference, till, receivedOn, staffId, requestKey, now } = payment
  const code = createTransactionReference(
    order.reference,
    (await countAttempts(tx, order.id)) + 1,
    createRandomCode(),
  )
  await execute(tx)`
    with attempt as (
      insert into payment_attempt (order_id, provider, transaction_reference, amount, by_link, return_token, state,
        card_type, created_at, completed_at)
      values (${order.id}, ${kind}, ${code}, ${amount}, true, ${createToken()}, 'paid', ${handKindNames[kind]},
        ${now}, ${now})
      returning id
    )
    insert into order_payment (attempt_id, staff_id, reference, till, received_on, request_key)
    select id, ${staffId}, ${reference}, ${till}, ${receivedOn}::date, ${requestKey} from attempt`
  return null
}

export const isPaymentEntered = (tx: Tx, requestKey: string): Promise<boolean> =>
  hasRow(tx)`select true from order_payment where request_key = ${requestKey}`

/**
 * Whether the day's cash of somebody whose name and address are not there reaches the sum from which the money laundering
 * rules ask for them. The lock lasts to the end of the transaction: two payments at once see each other.
 */
async function needsCashName(
  tx: Tx,
  { personId, companyId, contact, billing }: HandPaidOrder,
  { amount, receivedOn }: HandPayment,
): Promise<boolean> {
  if (contact.name !== '' && billing.address1 !== '' && billing.postcode !== '') return false
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cash ${receivedOn}`}, 0))`.execute(tx)
  const earlier = await getValue(tx)<number>`
    select coalesce(sum(a.amount), 0)::int as sum from order_payment p join payment_attempt a on a.id = p.attempt_id
      join orders o on o.id = a.order_id
    where p.received_on = ${receivedOn}::date and a.provider = 'cash' and a.state = 'paid'
      and coalesce(o.company_id = ${companyId}::int, o.person_id = ${personId}::int, o.contact->>'name' = ${contact.name})`
  return earlier + amount >= namedCashFrom
}

export interface HandEntry {
  id: number
  orderId: number
  reference: string
  customer: string
  kind: HandKind
  amount: Pence
  paymentReference: string
  till: string
  receivedOn: IsoDate
  enteredBy: string
  /** It counts: it is not cancelled. */
  isPaid: boolean
  refunded: Pence
}

export const findHandEntry = (db: Db | Tx, id: number): Promise<HandEntry | null> =>
  findRow(db)<HandEntry>`
    select a.id, o.id as "orderId", o.reference, ${customerNameSql} as customer, a.provider as kind, a.amount,
      p.reference as "paymentReference", p.till, p.received_on::text as "receivedOn", s.name as "enteredBy",
      a.state = 'paid' as "isPaid", coalesce((select sum(r.amount) from payment_refund r
        where r.attempt_id = a.id and r.state <> 'refused'), 0)::int as refunded
    from order_payment p join payment_attempt a on a.id = p.attempt_id join orders o on o.id = a.order_id
      join person s on s.id = p.staff_id left join company c on c.id = o.company_id
    where a.id = ${id}`

/** Takes back a payment that was entered wrongly. The caller has locked the order, and updates its payment hold afterwards. */
export const cancelEntry = (
  tx: Tx,
  attemptId: number,
  { reason, staffId, now }: { reason: string; staffId: number; now: Date },
): Promise<void> =>
  execute(tx)`
    with attempt as (
      update payment_attempt set state = 'reversed', reversed_at = ${now} where id = ${attemptId} returning id
    )
    update order_payment p set cancelled_by = ${staffId}, cancel_reason = ${reason}
    from attempt where p.attempt_id = attempt.id`
