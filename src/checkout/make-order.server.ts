import { createHash, randomBytes } from 'node:crypto'
import { toSaved } from '../accounts/saved-address.ts'
import { addressesOf, insertAddress } from '../accounts/server.ts'
import type { Visitor } from '../accounts/visitor.ts'
import { approvalMessages } from '../approvals/rules.ts'
import { reckon } from '../basket/basket.ts'
import { buyerOf, lockBasket, settleVouchers } from '../basket/server.ts'
import { vatRateFor } from '../delivery/vat-rate.ts'
import { createOrderReference, type Order } from '../orders/order.ts'
import {
  listEarlierOrders,
  lockOrder,
  lockVouchers,
  type OrderSource,
  reassignSession,
  releaseAndTransition,
  saveOrder,
} from '../orders/server.ts'
import { isIn } from '../orders/states.ts'
import { cardCanTake, type Prepared, preparePayment, supersedeAttempts } from '../payments/server.ts'
import { inTransaction } from '../platform/db.ts'
import type { Tx } from '../platform/house.ts'
import { isRecord } from '../shared/address.ts'
import type { Errors } from '../shared/field-checks.ts'
import { type Pence, showPounds } from '../shared/money.ts'
import { fromSaved } from './address.ts'
import { accountAddress } from './draft.ts'
import { judgePlaceOrder, orderFrom, plain } from './place.ts'
import type { KeptAnswers } from './sent.ts'
import { actorOf, type CheckoutHouse, methodsOf, optionsAt } from './server.ts'
import { reopen, type Subject } from './subject.server.ts'
import { placeWords } from './words.ts'

export type Made =
  | { made: true; order: Order; payment: Prepared | null; again: boolean }
  | { made: false; error: string; errors: Errors; items: string[] }

/**
 * Makes the order of a final send: everything is read again under the lock of the basket or the loaded order, judged,
 * and written with its stock in one transaction. The same send again finds the same order. `shownTotal`: what the buyer
 * was last shown that he pays, if he says so; another sum is told first.
 */
export async function makeOrder(
  room: CheckoutHouse,
  visitor: Visitor,
  sessionHash: Buffer,
  subject: Subject,
  answers: KeptAnswers,
  { guestPasswordHash, shownTotal }: { guestPasswordHash: string | null; shownTotal: Pence | null },
): Promise<Made> {
  const from = madeFrom(subject)
  if (!from) return { made: false, error: placeWords.emptyBasket, errors: {}, items: [] }
  const requestHash = hashOf('basketId' in from ? from.basketId : subject.about, answers)
  const saved = visitor.person ? await addressesOf(room.house.db, visitor.person) : []
  return inTransaction(room.house.db, async (tx): Promise<Made> => {
    const now = room.house.now()
    if ('basketId' in from) await lockBasket(tx, from.basketId)
    else await lockOrder(tx, from.sourceId)
    const earlier = await listEarlierOrders(tx, from, requestHash, now)
    const same = earlier.find(order => order.requestHash === requestHash)
    const isOpen = same !== undefined && isIn('isOpen', same.state)
    // What a loaded order was ordered as stays its answer: it is loaded no more.
    if (same && !isOpen && subject.loaded) return again(room, tx, same.id, sessionHash)
    const ordered = await reopen(tx, visitor, subject, now)
    const { basket, loaded } = ordered
    if (same && (isOpen ? same.basketVersion === basket.version : basket.lines.length === 0)) {
      return again(room, tx, same.id, sessionHash)
    }
    if (loaded && !loaded.mayPlace) {
      return { made: false, error: approvalMessages.not_yours_to_give, errors: {}, items: [] }
    }
    const books = accountAddress(saved)
    const verdict = judgePlaceOrder({
      answers,
      person: visitor.person,
      basket,
      accountAddress: books ? { ...fromSaved(books), id: books.id, imported: true } : null,
      countries: room.countries,
      options: answers.delivery ? optionsAt(room, ordered, answers.delivery) : null,
      methods: methodsOf(room, visitor, answers.deliveryMethod).map(({ value }) => value),
    })
    if (!verdict.placeable) return { made: false, ...verdict }
    // Under the vouchers' locks their uses are counted again: a limit of one is one, however many ask at once.
    await lockVouchers(
      tx,
      basket.vouchers.map(voucher => voucher.id),
    )
    for (const order of earlier) {
      if (!isIn('isOpen', order.state)) continue
      const why = `another order was saved from the same ${loaded ? 'loaded order' : 'basket'}`
      await releaseAndTransition(tx, order.id, { to: 'superseded', actor: actorOf(visitor), why, now })
      await supersedeAttempts(tx, order.id)
    }
    const settled = basket.vouchers.length > 0 ? (await reopen(tx, visitor, subject, now)).basket : basket
    const { option, method, delivery } = verdict.order
    // What is collected at the counter is handed over in the UK, wherever the buyer lives.
    const vatRate =
      option.code === 'COL' ? vatRateFor('GB', '') : vatRateFor(delivery.country, delivery.postcode)
    const reckoning = reckon(settled, buyerOf(visitor), { price: option.price, vatRate }, now)
    if (reckoning.lapsed.length > 0 && !loaded) {
      const told = await settleVouchers(tx, settled, reckoning)
      return { made: false, error: told[0] ?? placeWords.voucherGone, errors: {}, items: [] }
    }
    const { discountedTotal } = reckoning.totals
    // Prices, carriage or the basket changed since he was shown what he pays: nothing is charged that he has not seen.
    const isNews =
      shownTotal === null ? loaded && reckoning.lapsed.length > 0 : shownTotal !== discountedTotal
    if (isNews) {
      const error = placeWords.totalChanged(showPounds(discountedTotal))
      throw new Unmade({ made: false, error, errors: { total: error }, items: [] })
    }
    if (method === 'sagepay' && !cardCanTake(discountedTotal)) {
      const errors = { payment_method: placeWords.notByCard }
      throw new Unmade({ made: false, error: placeWords.notByCard, errors, items: [] })
    }
    const order = orderFrom(verdict.order, {
      basket: settled,
      reckoning,
      answers,
      person: visitor.person,
      sessionHash,
      guestPasswordHash,
      requestHash,
      reference: createOrderReference(randomBytes(8)),
      sourceId: loaded?.order.id ?? null,
      vatRate,
    })
    const result = await saveOrder(tx, order, actorOf(visitor), now)
    if (typeof result !== 'number') {
      const items = result.map(({ productId, available }) => {
        const line = settled.lines.find(found => found.productId === productId)
        return placeWords.short(line?.code ?? '', line?.title ?? '', available)
      })
      // Nothing was taken, but the older order of this basket made way: that stays undone too.
      throw new Unmade({ made: false, error: placeWords.itemsGone, errors: {}, items })
    }
    if (visitor.person) await keepAddresses(tx, visitor.person.id, answers)
    const written = (await lockOrder(tx, result))!
    const payment = method === 'sagepay' ? await preparePayment(tx, written, now) : null
    return { made: true, order: written, payment, again: false }
  }).catch(error => {
    if (error instanceof Unmade) return error.verdict
    throw error
  })
}

/** Rolls the transaction back and carries the answer out of it. */
class Unmade extends Error {
  readonly verdict: Made
  constructor(verdict: Made) {
    super('the order was not made')
    this.verdict = verdict
  }
}

function madeFrom({ basket, loaded }: Subject): OrderSource | null {
  if (loaded) return { sourceId: loaded.order.id }
  return basket.id === null ? null : { basketId: basket.id }
}

async function again(room: CheckoutHouse, tx: Tx, orderId: number, sessionHash: Buffer): Promise<Made> {
  const order = (await lockOrder(tx, orderId))!
  // Two clicks of a browser that had no session yet came with one each, and the last one's cookie stays; another device
  // of the same buyer has its own. Who sends the very same answers learns nothing from their order.
  await reassignSession(tx, orderId, sessionHash)
  const isOpen = order.state === 'awaiting_payment'
  const payment = isOpen ? await preparePayment(tx, order, room.house.now()) : null
  return { made: true, order, payment, again: true }
}

async function keepAddresses(tx: Tx, personId: number, answers: KeptAnswers): Promise<void> {
  const { delivery, billing } = answers
  if (answers.saveDelivery && delivery && delivery.id === null) {
    await insertAddress(tx, personId, { ...toSaved(plain(delivery)), billing: false })
  }
  if (answers.saveBilling && billing && billing.id === null) {
    await insertAddress(tx, personId, { ...toSaved(plain(billing)), billing: true })
  }
}

// What the buyer sent, and what it is ordered from: the same again is the same order.
function hashOf(from: number | string, answers: KeptAnswers): string {
  return createHash('sha256')
    .update(JSON.stringify([from, answers], sortKeys))
    .digest('hex')
}

// What was kept comes back from the database with its keys in another order.
function sortKeys(_key: string, value: unknown): unknown {
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
}
