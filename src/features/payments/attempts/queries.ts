import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { execute, findRow, findValue, getRow, getValue, selectRows } from '../../../infra/database/query.ts'
import type { Pence } from '../../../lib/money.ts'
import type { OrderSource } from '../../orders/service.ts'
import type { PaymentNotification, RegisteredPayment } from '../provider.ts'
import type { AttemptState } from './attempt.ts'

export interface PaymentAttempt {
  id: number
  /** Null: it pays an invoice on account. */
  orderId: number | null
  invoiceId: number | null
  provider: string
  transactionReference: string
  amount: Pence
  /** It pays what is due after a correction, by the order's payment link: it places no order. */
  isByLink: boolean
  state: AttemptState
  providerTransactionId: string | null
  /** Never logged, never shown. Null until it is registered, and with providers that have no secret for each payment. */
  providerSecret: string | null
  paymentPageUrl: string | null
  returnToken: string
  /** The reply to the notification that decided the attempt, word for word. */
  notificationReply: string | null
  hasInvalidNotification: boolean
  createdAt: Date
}

/** What attempts pay: an order by its id, or an invoice on account. */
export type AttemptSubject = number | { invoiceId: number }

const isOf = (subject: AttemptSubject) =>
  typeof subject === 'number' ? sql`order_id = ${subject}` : sql`invoice_id = ${subject.invoiceId}`

const columns = sql`id, order_id as "orderId", invoice_id as "invoiceId", provider, transaction_reference as "transactionReference",
  amount, by_link as "isByLink", state,
  provider_transaction_id as "providerTransactionId", provider_secret as "providerSecret",
  payment_page_url as "paymentPageUrl", return_token as "returnToken", notification_reply as "notificationReply",
  has_invalid_notification as "hasInvalidNotification", created_at as "createdAt"`

export const findLatestAttempt = (db: Db | Tx, subject: AttemptSubject): Promise<PaymentAttempt | null> =>
  findRow(db)<PaymentAttempt>`
    select ${columns} from payment_attempt where ${isOf(subject)} order by id desc limit 1`

export interface OrderToPay {
  reference: string
  basketVersion: number
  attempt: Pick<PaymentAttempt, 'state' | 'paymentPageUrl' | 'hasInvalidNotification' | 'createdAt'> | null
}

/** The newest order that a browser session sent from that source, while it awaits its card payment. */
export async function findOrderToPay(
  db: Db,
  sessionHash: Buffer,
  source: OrderSource,
): Promise<OrderToPay | null> {
  const hasSource =
    'basketId' in source ? sql`o.basket_id = ${source.basketId}` : sql`o.source_id = ${source.sourceId}`
  const row = await findRow(db)<OrderToPay['attempt'] & Omit<OrderToPay, 'attempt'>>`
    select o.reference, o.basket_version as "basketVersion", a.* from orders o
    left join lateral (select ${columns} from payment_attempt where order_id = o.id order by id desc
      limit 1) a on true
    where o.id in (select id from orders_of_session(${sessionHash})) and o.state = 'awaiting_payment' and ${hasSource}
    order by o.id desc limit 1`
  if (!row) return null
  const { reference, basketVersion, ...attempt } = row
  return { reference, basketVersion, attempt: attempt.createdAt === null ? null : attempt }
}

export const findAttempt = (db: Db, provider: string, transactionReference: string) =>
  findRow(db)<PaymentAttempt>`
    select ${columns} from payment_attempt
    where transaction_reference = ${transactionReference} and provider = ${provider}`

export interface ReturnedAttempt extends PaymentAttempt {
  /** Null: of an invoice. */
  order: { reference: string; linkVersion: number } | null
  invoiceNumber: number | null
}

export const findAttemptByReturnToken = (db: Db, returnToken: string): Promise<ReturnedAttempt | null> =>
  findRow(db)<ReturnedAttempt>`
    select ${columns}, (select json_build_object('reference', o.reference, 'linkVersion', o.link_version)
      from orders o where o.id = order_id) as "order",
      (select d.number from sales_document d where d.id = invoice_id) as "invoiceNumber"
    from payment_attempt where return_token = ${returnToken}`

export const lockAttempt = (tx: Tx, id: number): Promise<PaymentAttempt> =>
  getRow(tx)<PaymentAttempt>`
    select ${columns} from payment_attempt where id = ${id} for update`

export const countAttempts = (tx: Tx, subject: AttemptSubject): Promise<number> =>
  getValue(tx)<number>`
    select count(*)::int as count from payment_attempt where ${isOf(subject)}`

type NewAttempt = Pick<
  PaymentAttempt,
  'provider' | 'transactionReference' | 'amount' | 'isByLink' | 'returnToken' | 'createdAt'
> & { subject: AttemptSubject }

export const insertAttempt = (tx: Tx, attempt: NewAttempt): Promise<number> =>
  getValue(tx)<number>`
    insert into payment_attempt (order_id, invoice_id, provider, transaction_reference, amount, by_link, return_token, created_at)
    values (${typeof attempt.subject === 'number' ? attempt.subject : null},
      ${typeof attempt.subject === 'number' ? null : attempt.subject.invoiceId}, ${attempt.provider}, ${attempt.transactionReference}, ${attempt.amount}, ${attempt.isByLink},
      ${attempt.returnToken}, ${attempt.createdAt})
    returning id`

/**
 * Stores what verifies notifications, before the customer gets the payment page. Returns false when the page is of no
 * use: a notification came before, could not be verified and was refused.
 */
export async function recordRegistration(
  db: Db,
  id: number,
  registered: Omit<RegisteredPayment, 'ok'>,
): Promise<boolean> {
  const rows = await selectRows(db)<{ isOpen: boolean }>`
    update payment_attempt set provider_transaction_id = ${registered.providerTransactionId},
      provider_secret = ${registered.secret}, payment_page_url = ${registered.paymentPageUrl},
      state = case when state = 'registering' then 'registered' else state end
    where id = ${id} returning state = 'registered' and not has_invalid_notification as "isOpen"`
  return rows[0]?.isOpen ?? false
}

export const recordInvalidNotification = (db: Db, id: number): Promise<void> =>
  execute(db)`update payment_attempt set has_invalid_notification = true
    where id = ${id} and state in ('registering', 'registered')`

/** Ends the unfinished attempts of an order that was replaced or corrected, or whose payment the customer cancelled. */
export const supersedeAttempts = (tx: Tx, subject: AttemptSubject): Promise<void> =>
  execute(tx)`update payment_attempt set state = 'superseded'
    where ${isOf(subject)} and state in ('registering', 'registered')`

export const findSessionHash = (db: Db, orderId: number): Promise<Buffer | null> =>
  findValue(db)<Buffer>`select session_hash from orders where id = ${orderId}`

export const hasOtherPayment = (tx: Tx, orderId: number, attemptId: number): Promise<boolean> =>
  getValue(tx)<boolean>`
    select exists (select from payment_attempt
      where order_id = ${orderId} and id <> ${attemptId} and state = 'paid') as exists`

export async function recordNotification(
  tx: Tx,
  id: number,
  notification: PaymentNotification,
  { state, reply, now }: { state: AttemptState; reply: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('payment_attempt')
    .set({
      state,
      notification_reply: reply,
      provider_detail: notification.detail,
      authorisation_code: notification.authorisationCode,
      card_type: notification.cardType,
      last_four: notification.lastFour,
      has_invalid_notification: false,
      // The day of the payment stays.
      ...(state === 'reversed' ? { reversed_at: now } : { completed_at: now }),
    })
    .where('id', '=', id)
    .execute()
}

export const updateAttemptState = (
  db: Db | Tx,
  id: number,
  state: AttemptState,
  providerDetail: string | null,
): Promise<void> =>
  execute(db)`
    update payment_attempt set state = ${state}, provider_detail = ${providerDetail} where id = ${id}`
