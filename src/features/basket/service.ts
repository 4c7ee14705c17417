import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext, Db, Tx } from '../../infra/app-context.ts'
import type { Visitors } from '../accounts/service.ts'
import type { Visitor } from '../accounts/visitor.ts'
import {
  type Basket,
  type BasketTotals,
  type Buyer,
  calculateBasketTotals,
  createEmptyBasket,
  type DeliveryCost,
} from './basket.ts'
import { mergeCookieBasket } from './merge-queries.server.ts'
import { formatMergeNotice } from './messages.ts'
import { type BasketOwner, findBasket, getBasketSummary } from './queries.ts'
import type { BasketReply } from './schemas.ts'
import { serializeBasket } from './serialize.ts'
import { removeVouchers } from './vouchers/voucher-queries.server.ts'
import { formatVoucherLapse } from './vouchers/vouchers.ts'

export { addAvailableProducts, addProducts } from './add-products.server.ts'
export {
  type BasketOwner,
  catalogueColumns,
  findBasket,
  getBasketSummary,
  joinHeldStock,
  lockBasket,
  ownedBySql,
  removeOrderedLines,
  unitPriceSql,
  updateShipTo,
} from './queries.ts'

export { voucherColumns } from './vouchers/voucher-queries.server.ts'

/**
 * Price and VAT rate of delivering a basket. Passed in by app.ts, because delivery depends on the basket and not the
 * reverse. Without `withPrice` the price is null and only the VAT rate is looked up, which is much less work.
 */
export type CalculateDeliveryCost = (basket: Basket, now: Date, withPrice: boolean) => DeliveryCost

/** Called after each change of a basket: its unpaid orders give their stock back. Passed in by app.ts. */
export type ReleaseUnpaidStock = (owner: BasketOwner) => Promise<void>

export interface BasketDeps {
  context: AppContext
  visitors: Visitors
  calculateDeliveryCost: CalculateDeliveryCost
  releaseUnpaidStock: ReleaseUnpaidStock
}

export interface LoadedBasket {
  basket: Basket
  buyer: Buyer
}

export function getBuyer(visitor: Visitor): Buyer {
  return { personId: visitor.person?.id ?? null, companyId: visitor.person?.company?.id ?? null }
}

/** The owner of the visitor's basket; null while an anonymous browser has none. */
export function getOwner(visitor: Visitor): BasketOwner | null {
  const { person, basketHash } = visitor
  if (person) return { personId: person.id, companyId: person.company?.id ?? null }
  return basketHash ? { tokenHash: basketHash } : null
}

export async function loadBasket(db: Db | Tx, visitor: Visitor): Promise<LoadedBasket> {
  const owner = getOwner(visitor)
  const basket = owner ? await findBasket(db, owner) : null
  return {
    basket: basket ?? createEmptyBasket(visitor.person ? 'account' : 'cookie'),
    buyer: getBuyer(visitor),
  }
}

/** Pieces in the visitor's basket and their price in pence ex VAT, for the header of every page. */
export async function getVisitorBasketSummary(
  db: Db,
  visitor: Visitor,
): Promise<{ count: number; subtotal: number }> {
  const owner = getOwner(visitor)
  return owner ? getBasketSummary(db, owner) : { count: 0, subtotal: 0 }
}

/** The owner to write to. `finish` is called once the basket was changed: an anonymous browser then gets its cookie. */
export async function ensureOwner(
  { visitors, releaseUnpaidStock }: Pick<BasketDeps, 'visitors' | 'releaseUnpaidStock'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ owner: BasketOwner; finish: () => Promise<void> }> {
  const visitor = await visitors.get(request)
  const account = visitor.person && getOwner(visitor)
  if (account) return { owner: account, finish: () => releaseUnpaidStock(account) }
  const { hash, writeCookie } = visitors.prepareBasketCookie(request, reply)
  const owner = { tokenHash: hash }
  const finish = async () => {
    await releaseUnpaidStock(owner)
    await writeCookie()
  }
  return { owner, finish }
}

export async function finishChange(
  deps: Pick<BasketDeps, 'visitors' | 'releaseUnpaidStock'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await (await ensureOwner(deps, request, reply)).finish()
}

/** The totals for the buyer. Without shipping the price of delivery stays unknown (R-BASKET-7). */
export function calculateLoadedTotals(
  deps: BasketDeps,
  { basket, buyer }: LoadedBasket,
  withShipping: boolean,
): BasketTotals {
  const now = deps.context.now()
  return calculateBasketTotals(basket, buyer, deps.calculateDeliveryCost(basket, now, withShipping), now)
}

export async function loadBasketReply(
  deps: BasketDeps,
  request: FastifyRequest,
  withShipping: boolean,
  page?: string | number | undefined,
): Promise<BasketReply> {
  const { db, config } = deps.context
  const loaded = await loadBasket(db, await deps.visitors.get(request))
  const totals = calculateLoadedTotals(deps, loaded, withShipping)
  return serializeBasket(loaded.basket, totals, { minimumOrder: config.minimumOrder, page })
}

/** Removes vouchers that are no longer valid. Returns a message for each. */
export async function removeLapsedVouchers(
  db: Db | Tx,
  basket: Basket,
  { lapsed }: Pick<BasketTotals, 'lapsed'>,
): Promise<string[]> {
  if (basket.id === null || lapsed.length === 0) return []
  await removeVouchers(
    db,
    basket.id,
    lapsed.map(({ voucher }) => voucher.code),
  )
  return lapsed.map(({ voucher, why }) => formatVoucherLapse(why, voucher))
}

/**
 * At login: adds the content of the cookie's basket to the person's (R-BASKET-9). Returns a message about what did not
 * fit; null when everything did.
 */
export async function mergeBaskets(tx: Tx, before: Visitor, personId: number): Promise<string | null> {
  if (before.person || !before.basketHash) return null
  const { leftovers, vouchers, notes } = await mergeCookieBasket(tx, before.basketHash, personId)
  return formatMergeNotice(leftovers, vouchers, notes)
}
