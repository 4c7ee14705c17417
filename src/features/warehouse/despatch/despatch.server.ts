import type { AppContext, Db, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { selectRows } from '../../../infra/database/query.ts'
import { enqueueEmail, type NewEmail } from '../../../infra/mail/outbox.ts'
import { pluralize } from '../../../lib/count.ts'
import type { Result } from '../../../lib/result.ts'
import { toActor } from '../../accounts/actor.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import { issueInvoice, listPiecesOut } from '../../billing/service.ts'
import type { CreditRules } from '../../credit/service.ts'
import type { Order } from '../../orders/order.ts'
import type { Pieces, PiecesToRestock } from '../../orders/order-line.ts'
import {
  addEvent,
  findOrderById,
  getOrderVersion,
  lockOrder,
  lockPickListOf,
  type OrderChangeRequest,
  removeFromPickList,
  updateState,
} from '../../orders/service.ts'
import { isIn } from '../../orders/states.ts'
import { formatCarriage } from './carriers.ts'
import { holdOverdueOrders } from './overdue-holds.server.ts'
import { parcelCorrectedEmail, parcelDespatchedEmail, readyToCollectEmail } from './ParcelEmails.tsx'
import {
  type Consignment,
  findParcelByRequest,
  findParcelPayload,
  findSentParcel,
  hasVerifiedAddress,
  insertParcel,
  isOnPickList,
  listOpenLines,
  listOrdersAhead,
  type NewParcel,
  updateParcel,
  updateReadyToCollect,
  updateReserved,
} from './queries.ts'
import {
  type DespatchRefusal,
  findDespatchRefusal,
  findQueueJump,
  findReadyRefusal,
  findSplit,
  getStateAfter,
  listAllocatable,
  listToCome,
  listWithdrawable,
  type ReadyRefusal,
} from './rules.ts'

interface DespatchRequest extends NewParcel {
  /** `getOrderVersion` of the page that the form was on. */
  expectedVersion: string
  isQueueJump: boolean
  isPart: boolean
}

/** `number`: of the parcel. */
type DespatchResult = Result<{ number: number }, DespatchRefusal['reason'], DespatchRefusal>

/**
 * Despatches lines of an order as one parcel, or hands them over at the counter. One transaction writes the parcel, takes
 * its goods from what is on hand, moves the order on, issues the invoice and writes the e-mail. The same form sent again
 * answers with the same parcel.
 */
export function despatchParcel(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  orderId: number,
  request: DespatchRequest,
): Promise<DespatchResult> {
  return inTransaction(db, async tx => {
    const { now } = request
    const order = (await lockCheckedOrder(tx, orderId, { now, ...config }))!
    const earlier = await findParcelByRequest(tx, request.requestKey)
    if (earlier !== null) return { ok: true, number: earlier }
    // Locked before the stock, in the order of confirming picks.
    await lockPickListOf(tx, orderId)
    const lines = await listOpenLines(tx, orderId, true)
    const refusal = findDespatchRefusal({
      order,
      version: await getOrderVersion(tx, orderId),
      expectedVersion: request.expectedVersion,
      lines,
      despatched: request.lines,
      isQueueJump: request.isQueueJump,
      isPart: request.isPart,
    })
    if (refusal) return { ok: false, ...(await nameOlderOrder(tx, orderId, refusal)) }
    const queueJump = findQueueJump(lines, request.lines)
    const split = findSplit(order, lines, request.lines)
    await removeFromPickList(tx, orderId, 'despatched', request.now, request.lines)
    const parcel = await insertParcel(tx, orderId, request)
    const { number } = parcel
    const { collectedBy } = request
    const isCollected = collectedBy !== ''
    const actor = toActor(request.staffId)
    const to = getStateAfter(lines, request.lines, isCollected)
    await updateState(tx, orderId, {
      from: order.state,
      to,
      event: isCollected ? 'handed_over' : 'despatched',
      actor,
      why: isCollected ? collectedBy : `parcel ${number}`,
      now,
    })
    if (isCollected) await updateReadyToCollect(tx, orderId, null)
    await addAuditEntry(tx, {
      actor,
      action: isCollected ? 'goods handed over' : 'parcel despatched',
      subject: `order ${order.reference}`,
      detail: [
        `parcel ${number}, ${order.state} → ${to}`,
        queueJump && `although an older order waits for ${queueJump.code}`,
        split && 'although the customer wants everything together',
      ]
        .filter(Boolean)
        .join(', '),
      now,
    })
    // Last, because it locks the counter that other despatches need.
    const pieces = config.invoiceWhen === 'placed' ? 'rest' : request.lines
    const invoice = await issueInvoice(tx, config, order, { parcel, pieces, now })
    if (!isCollected) {
      const sent = { ...request, number, invoice: invoice?.number ?? null }
      await enqueueCustomerEmail(
        tx,
        orderId,
        parcelDespatchedEmail.create(order, sent, lines, listToCome(lines, request.lines)),
      )
    }
    return { ok: true, number }
  })
}

/** Goods of an account that is long overdue do not leave, whether or not a run of the jobs has held the order yet. */
async function lockCheckedOrder(tx: Tx, orderId: number, rules: CreditRules): Promise<Order | null> {
  const order = await lockOrder(tx, orderId)
  return (await holdOverdueOrders(tx, [orderId], rules)) === 0 ? order : findOrderById(tx, orderId)
}

/** An address that only a guest typed may be a stranger's, so the hourly limits apply to it (R-EMAIL-2). */
export async function enqueueCustomerEmail(tx: Tx, orderId: number, email: NewEmail): Promise<void> {
  const isVerified = await hasVerifiedAddress(tx, orderId)
  await enqueueEmail(tx, isVerified ? email : { ...email, overLimit: 'wait' })
}

async function nameOlderOrder(tx: Tx, orderId: number, refusal: DespatchRefusal): Promise<DespatchRefusal> {
  if (refusal.reason !== 'queue_jump') return refusal
  const [older] = await listOrdersAhead(tx, orderId, [refusal.productId])
  return { ...refusal, older: older?.reference ?? null }
}

type ReadyResult = Result<object, ReadyRefusal>

/**
 * E-mails the customer that what is on hand of the order can be collected. From then on no other order can have it
 * (R-DESPATCH-5).
 */
export function announceCollection(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  orderId: number,
  request: OrderChangeRequest,
): Promise<ReadyResult> {
  const { now } = request
  return inTransaction(db, async tx => {
    const order = (await lockCheckedOrder(tx, orderId, { now, ...config }))!
    const lines = await listOpenLines(tx, orderId, true)
    const ready = listAllocatable(lines)
    const version = await getOrderVersion(tx, orderId)
    const isBeingPicked = await isOnPickList(tx, orderId)
    const reason = findReadyRefusal({
      order,
      version,
      expectedVersion: request.expectedVersion,
      lines,
      isBeingPicked,
    })
    if (reason) return { ok: false, reason }
    await updateReserved(tx, orderId, ready)
    await updateReadyToCollect(tx, orderId, now)
    const pieces = ready.reduce((sum, { quantity }) => sum + quantity, 0)
    const detail = `${order.state}: not announced → ready to collect, ${pluralize(pieces, 'piece')} set aside`
    await addEvent(tx, order, 'ready_to_collect', { why: 'ready to collect', detail }, request)
    await enqueueCustomerEmail(
      tx,
      orderId,
      readyToCollectEmail.create(order, version, ready, lines, listToCome(lines, ready)),
    )
    return { ok: true }
  })
}

/** `isEmailed`: its customer gets an e-mail with them. */
type ParcelChangeResult = Result<{ isEmailed: boolean }, 'changed' | 'not_found'>

/** Corrects carrier and tracking number of a parcel that was sent. With `email` its e-mail goes out again with them. */
export function changeParcel(
  db: Db,
  orderId: number,
  number: number,
  request: OrderChangeRequest & Consignment & { email: boolean },
): Promise<ParcelChangeResult> {
  return inTransaction(db, async tx => {
    const order = (await lockOrder(tx, orderId))!
    const before = await findSentParcel(tx, orderId, number)
    if (!before) return { ok: false, reason: 'not_found' }
    const [from, to] = [formatCarriage(before), formatCarriage(request)]
    if (from === to) return { ok: true, isEmailed: false }
    const version = await getOrderVersion(tx, orderId)
    if (version !== request.expectedVersion) return { ok: false, reason: 'changed' }
    await updateParcel(tx, orderId, number, request)
    await addEvent(tx, order, 'parcel_changed', { why: `Parcel ${number}: ${from} → ${to}` }, request)
    const payload = request.email ? await findParcelPayload(tx, order.reference, number) : null
    if (!payload) return { ok: true, isEmailed: false }
    await enqueueCustomerEmail(tx, orderId, parcelCorrectedEmail(order, payload, request, version))
    return { ok: true, isEmailed: true }
  })
}

interface Withdrawal {
  lines: Pieces[]
  /** Nothing more of the order is to be sent. */
  isLast: boolean
}

/**
 * Which of the credited pieces have not left. `restock`: those that the customer has are credited first. The caller has
 * locked the order; the stock of its products is locked here.
 */
export async function planWithdrawal(
  tx: Tx,
  { id, state }: Order,
  credited: readonly Pieces[],
  restock: boolean,
): Promise<Result<Withdrawal, 'being_picked' | 'nothing_to_send'> | null> {
  if (!isIn('isDespatchable', state)) return null
  const open = await listOpenLines(tx, id, true)
  const lines = listWithdrawable(open, credited, restock ? await listPiecesOut(tx, id) : [])
  if (lines.length === 0) return null
  if (await isOnPickList(tx, id)) return { ok: false, reason: 'being_picked' }
  const isLast =
    countPieces(lines) ===
    open.reduce((count, { quantity, despatchedQuantity }) => count + quantity - despatchedQuantity, 0)
  const isSent = open.some(({ despatchedQuantity }) => despatchedQuantity > 0)
  return isLast && !isSent ? { ok: false, reason: 'nothing_to_send' } : { ok: true, lines, isLast }
}

/**
 * Removes the pieces from what the order sends, and frees their stock. An order that has sent all else is complete then.
 * Returns what was set aside for it and is put back.
 */
export async function withdrawPieces(
  tx: Tx,
  { id, state, deliveryCode }: Order,
  { lines, isLast }: Withdrawal,
  { staffId, now }: { staffId: number; now: Date },
): Promise<PiecesToRestock[]> {
  const toRestock = await selectRows(tx)<PiecesToRestock>`
    with withdrawn as (
      select * from unnest(${lines.map(line => line.position)}::int[], ${lines.map(line => line.quantity)}::int[])
        as line (position, quantity)
    ), before as (
      select position, code, set_aside_quantity from order_line where order_id = ${id}
    ), changed as (
      update order_line l set withdrawn_quantity = l.withdrawn_quantity + withdrawn.quantity,
        set_aside_quantity = least(l.set_aside_quantity,
          l.quantity - l.despatched_quantity - l.withdrawn_quantity - withdrawn.quantity)
      from withdrawn where l.order_id = ${id} and l.position = withdrawn.position
      returning l.product_id, l.position, l.set_aside_quantity, withdrawn.quantity
    ), freed as (
      update stock s set available = s.available + product.quantity
      from (select product_id, sum(quantity)::int as quantity from changed group by product_id) product
      where s.product_id = product.product_id
    )
    select b.code, b.set_aside_quantity - c.set_aside_quantity as pieces from before b join changed c using (position)
    where b.set_aside_quantity > c.set_aside_quantity order by position`
  if (!isLast) return toRestock
  const to = deliveryCode === 'COL' ? 'collected' : 'despatched'
  const why = 'What had not left was credited, and is not sent'
  await updateState(tx, id, { from: state, to, event: 'corrected', actor: toActor(staffId), why, now })
  return toRestock
}

export const countPieces = (lines: readonly Pieces[]): number =>
  lines.reduce((count, { quantity }) => count + quantity, 0)
