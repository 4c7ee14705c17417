import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../infra/app-context.ts'
import { inTransaction, rollback } from '../../infra/database/db.ts'
import { getPayBy } from '../../lib/bank-transfer.ts'
import { type IsoDate, toLondonTime } from '../../lib/dates.ts'
import { formatPounds, type Pence, parsePounds } from '../../lib/money.ts'
import { notOpenMessage } from '../../lib/not-open.ts'
import { toActor } from '../accounts/actor.ts'
import { addAuditEntry, lockActivePerson } from '../accounts/service.ts'
import { adminOrderUrl } from '../back-office/navigation.ts'
import { done, refuse, type StaffResult } from '../back-office/staff-action.server.ts'
import { paymentRequestedEmail } from '../billing/PaymentEmails.tsx'
import { toChosenDelivery } from '../delivery/options.ts'
import { toFreeReason } from '../orders/free-reason.ts'
import { channelNames } from '../orders/messages.ts'
import { createOrderReference, type InsertedOrder, type OrderPaymentMethod } from '../orders/order.ts'
import { toOrderLine } from '../orders/order-line.ts'
import { addHistory, findOrderById, lockOrder, type Order, placeOrder, saveOrder } from '../orders/service.ts'
import { enterHandPayment, type PaymentsContext, supportsCardAmount } from '../payments/service.ts'
import { type Assessment, assessEntry, type EntryDeps } from './assess.server.ts'
import type { Caller } from './caller.ts'
import { type EntryEnd, type EntryForm, endNames, entryMessages } from './entry.ts'
import { deleteDraft, findOrderByKey } from './queries.ts'

export interface PlacingDeps extends EntryDeps {
  payments: PaymentsContext | null
  /** Null: no terms are published. */
}

export interface EntryAction {
  staff: { id: number }
  /** Total inc VAT that the page displayed. */
  displayedTotal: string
  now: Date
}

export type EntryResult = StaffResult<{ url: string | null; isHeld?: boolean }>

/** What of an end is an order's payment method. */
const methods: Record<Exclude<EntryEnd, 'quote'>, OrderPaymentMethod> = {
  account: 'account',
  link: 'card',
  paid: 'counter',
  proforma: 'counter',
  free: 'godmode',
}

/**
 * Places the order of a form that was assessed without error: everything is read again in the transaction, so that a total
 * that has changed, or stock that has gone, is refused. The same form sent again leads to the order that it has made.
 */
export function placeEntry(
  deps: PlacingDeps,
  form: EntryForm,
  customer: Caller | null,
  action: EntryAction,
): Promise<EntryResult> {
  return inTransaction(deps.context.db, async (tx): Promise<EntryResult> => {
    const earlier = await findPlaced(tx, form)
    if (earlier) return earlier
    const { terms, delivery, proFormaDays } = deps.context.config
    if (terms === null || delivery === null) return refuse(notOpenMessage)
    // What the person orders at the same time elsewhere counts in the sum above which orders need approval (R-APPROVAL-6).
    if (customer && customer.approvalAbove !== null) await lockActivePerson(tx, customer.id)
    const assessed = await assessEntry(deps, tx, form, customer, action.now)
    const refusal = findRefusal(deps, form, assessed, action)
    if (refusal !== null) return refusal
    const payBy = getPayBy(action.now, proFormaDays)
    const order = await placeForCustomer(
      tx,
      deps,
      toEntryOrder(form, assessed, { staffId: action.staff.id, payBy }),
      form,
      {
        ...{ ...action, isTakenNow: form.hand_over },
        why: `entered by staff (${channelNames[form.source].toLowerCase()})`,
      },
    )
    return finishEntry(tx, form, order, assessed, action)
  })
}

/** How an order of staff ends: what of their form says how it is paid. */
export type Settlement = Pick<
  EntryForm,
  'request_key' | 'end' | 'payment_kind' | 'payment_reference' | 'till'
>

/** The order that the same form has made before; null: none. */
export async function findPlaced(tx: Tx, form: Pick<EntryForm, 'request_key'>): Promise<EntryResult | null> {
  const requestHash = toRequestHash(form)
  await sql`select pg_advisory_xact_lock(hashtextextended(${requestHash}, 0))`.execute(tx)
  const earlier = await findOrderByKey(tx, requestHash)
  return earlier === null ? null : toPlaced(earlier, `Order ${earlier} is placed.`)
}

const toRequestHash = ({ request_key: key }: Pick<EntryForm, 'request_key'>): string => `staff ${key}`

/**
 * Saves an order of staff with its stock, enters what was paid, and places it, in the caller's transaction. Rolls all of it
 * back when stock has gone, or the payment may not be taken. `isTakenNow`: who hands the goods over next writes the e-mail.
 */
export async function placeForCustomer(
  tx: Tx,
  { context }: PlacingDeps,
  newOrder: InsertedOrder,
  settlement: Settlement,
  placing: Omit<EntryAction, 'displayedTotal'> & { why: string; isTakenNow?: boolean },
): Promise<Order> {
  const { staff, now, why, isTakenNow = false } = placing
  const actor = toActor(staff.id)
  const saved = await saveOrder(tx, newOrder, actor, now)
  if (typeof saved !== 'number') {
    const codes = saved.flatMap(({ productId }) =>
      newOrder.lines.filter(line => line.productId === productId).map(({ code }) => code),
    )
    rollback<EntryResult>(refuse(entryMessages.shortNow(codes)))
  }
  const order = (await lockOrder(tx, saved))!
  if (settlement.end === 'paid' && order.total > 0) await takePayment(tx, settlement, order, { staff, now })
  const { overdueHoldDays } = context.config
  const result = await placeOrder(tx, order, {
    ...{ actor, why, now, overdueHoldDays, isTakenNow },
    termsVersion: context.config.terms!.version,
  })
  if (!result.ok) throw new Error(`an order of staff was not placed: ${result.reason}`)
  const placed = (await findOrderById(tx, order.id))!
  const { id, amountDue, state } = placed
  if (amountDue > 0) {
    await addHistory(tx, id, { state, event: 'payment_due', actor, why: formatPounds(amountDue), now })
    if (settlement.end === 'link') await paymentRequestedEmail.enqueue(tx, placed, settlement.request_key)
  }
  return placed
}

function findRefusal(
  { payments }: PlacingDeps,
  form: EntryForm,
  { errors, totals: { totals } }: Assessment,
  { displayedTotal }: EntryAction,
): EntryResult | null {
  const total = totals.discountedTotal
  if (Object.keys(errors).length > 0) return refuse('', errors)
  if (displayedTotal === '') return refuse(entryMessages.checkFirst)
  if (form.end !== 'free' && parsePounds(displayedTotal) !== total)
    return refuse(entryMessages.totalChanged(total))
  if (form.end === 'link' && total > 0 && !supportsCardAmount(payments, total))
    return refuse('', { end: entryMessages.cardAmount })
  return null
}

async function takePayment(
  tx: Tx,
  { payment_kind: kind, ...form }: Settlement,
  order: Order,
  { staff, now }: Pick<EntryAction, 'staff' | 'now'>,
): Promise<void> {
  if (kind === '') return rollback<EntryResult>(refuse('', { payment_kind: entryMessages.paymentKind }))
  const refusal = await enterHandPayment(tx, order, {
    ...{ kind, amount: order.total, reference: form.payment_reference, till: form.till },
    ...{ receivedOn: toLondonTime(now).date, staffId: staff.id, requestKey: form.request_key, now },
  })
  if (refusal !== null) rollback<EntryResult>(refuse('', { end: refusal }))
}

function toEntryOrder(
  form: EntryForm,
  { basket, delivery, totals, parties, vatRate, customer }: Assessment,
  { staffId, payBy }: { staffId: number; payBy: IsoDate },
): InsertedOrder {
  const { option, date } = delivery!
  const { totals: sums } = totals
  return {
    ...newStaffOrder(form, staffId),
    ...toPaidOrder(form.end, sums.discountedTotal, customer, payBy),
    ...parties!,
    freeReason: form.end === 'free' ? toFreeReason(form.free_reason) : null,
    ...toChosenDelivery(option, date),
    collectionDetails: [...(option.counter ?? [])],
    consignments: basket.consignments,
    purchaseOrder: form.purchase_order,
    deliveryInstructions: form.delivery_instructions,
    subtotal: sums.subtotal,
    discount: sums.discount,
    deliveryCost: sums.deliveryCost,
    vat: sums.discountedVat,
    total: sums.discountedTotal,
    vatRateBp: vatRate,
    lines: basket.lines.map(toOrderLine),
  }
}

/** What every order of staff has in common. */
export const newStaffOrder = (form: Pick<EntryForm, 'request_key' | 'source'>, staffId: number) =>
  ({
    reference: createOrderReference(randomBytes(8)),
    kind: 'order',
    state: 'saved',
    freeReason: null,
    basketId: null,
    basketVersion: 0,
    sourceId: null,
    sessionHash: null,
    clientNetwork: '',
    guestPasswordHash: null,
    requestHash: toRequestHash(form),
    prepared: { by: staffId, source: form.source },
    approvalNote: '',
    quoteNote: '',
    vouchers: [],
  }) satisfies Partial<InsertedOrder>

/** The payment method that an order ends with, and whether it is held. */
export function toPaidOrder(
  end: EntryEnd,
  total: Pence,
  customer: Pick<Caller, 'onStop'> | null,
  payBy: IsoDate,
): Pick<InsertedOrder, 'method' | 'paymentDue' | 'payBy' | 'onStop'> {
  const isFree = total === 0 && end !== 'account' && end !== 'free'
  const method = isFree ? 'free' : methods[end as keyof typeof methods]
  const paymentDue = method === 'card' || (method === 'counter' && end === 'proforma')
  return {
    ...{ method, paymentDue, payBy: method === 'counter' && paymentDue ? payBy : null },
    onStop: paymentDue || (method === 'account' && (customer?.onStop ?? false)),
  }
}

async function finishEntry(
  tx: Tx,
  form: EntryForm,
  order: Order,
  { delivery }: Assessment,
  { staff, now }: EntryAction,
): Promise<EntryResult> {
  const actor = toActor(staff.id)
  const { reference, total } = order
  await deleteDraft(tx, form.request_key, staff.id)
  const detail = [
    `${channelNames[form.source]}, ${endNames[form.end].toLowerCase()}, ${formatPounds(total)}`,
    ...(form.end === 'free' ? [form.free_reason] : []),
    ...(delivery?.isOverwritten ? [formatCarriage(delivery, form)] : []),
  ].join('; ')
  await addAuditEntry(tx, { actor, action: 'order taken', subject: `order ${reference}`, detail, now })
  return toPlaced(reference, formatPlaced(order), order.onStop)
}

export const formatCarriage = (
  { option: { price: before }, price: after }: NonNullable<Assessment['delivery']>,
  { carriage_reason }: EntryForm,
): string =>
  `carriage ${before === null ? 'to be priced' : formatPounds(before)} → ${formatPounds(after)}: ${carriage_reason}`

export function formatPlaced({
  reference,
  total,
  method,
  amountDue,
  onStop,
  isCreditHeld,
  contact: { email },
}: Order): string {
  const sum = method === 'godmode' ? 'free of charge' : formatPounds(total)
  const placed = `Order ${reference} is placed: ${sum}.`
  const confirmed = email === '' ? ' Nothing is emailed: we have no address.' : ` ${email} gets an email.`
  if (amountDue > 0) return `${placed} It is held until it is paid.${confirmed}`
  if (isCreditHeld) return `${placed} It is held: its account is over the credit limit.${confirmed}`
  return onStop
    ? `${placed} It is held, because the account is on stop.${confirmed}`
    : `${placed}${confirmed}`
}

export const toPlaced = (reference: string, message: string, isHeld = false): EntryResult => ({
  ...done(message),
  reply: { url: adminOrderUrl(reference), isHeld },
})
