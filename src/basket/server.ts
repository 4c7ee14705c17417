import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Visitors } from '../accounts/server.ts'
import type { Visitor } from '../accounts/visitor.ts'
import type { Db, House, Tx } from '../platform/house.ts'
import {
  type Basket,
  type Buyer,
  type Carriage,
  emptyBasket,
  largestQuantity,
  type Reckoning,
  reckon,
} from './basket.ts'
import type { BasketReply } from './contract.ts'
import { basketSums, type Owner, readBasketOf } from './data.ts'
import { mergeInto } from './moving-data.server.ts'
import { dropVouchers } from './voucher-data.server.ts'
import { lapseWords } from './vouchers.ts'
import { basketOnTheWire } from './wire.ts'

export { type AddedAll, addAll } from './add-all.server.ts'
export { addMany } from './add-many.server.ts'
export { type AddOutcome, addLine, basketSums, lockBasket, readBasketOf, setShipTo } from './data.ts'
export { takeOrdered } from './moving-data.server.ts'

/**
 * The delivery room's word on a basket; handed in by the wiring, since delivery knows baskets and not the reverse.
 * Without `withPrice` the price is null and only the VAT rate is found out, which is much less work.
 */
export type PriceCarriage = (basket: Basket, now: Date, withPrice: boolean) => Carriage

export interface BasketHouse {
  house: House
  visitors: Visitors
  priceCarriage: PriceCarriage
}

export interface OpenBasket {
  basket: Basket
  buyer: Buyer
}

export function buyerOf(visitor: Visitor): Buyer {
  return { personId: visitor.person?.id ?? null, companyId: visitor.person?.company?.id ?? null }
}

/** Whose basket a visitor fills; null while an anonymous browser has none. */
export function ownerOf(visitor: Visitor): Owner | null {
  const { person, basketHash } = visitor
  if (person) return { personId: person.id, companyId: person.company?.id ?? null }
  return basketHash ? { tokenHash: basketHash } : null
}

/** The visitor's basket as it stands; an empty one when there is none. */
export async function openBasket(db: Db | Tx, visitor: Visitor): Promise<OpenBasket> {
  const owner = ownerOf(visitor)
  const basket = owner ? await readBasketOf(db, owner) : null
  return { basket: basket ?? emptyBasket(visitor.person ? 'account' : 'cookie'), buyer: buyerOf(visitor) }
}

/** What the frame of every page shows of the visitor's basket: pieces, and pence ex VAT. */
export async function sumsOf(db: Db, visitor: Visitor): Promise<{ count: number; subtotal: number }> {
  const owner = ownerOf(visitor)
  return owner ? basketSums(db, owner) : { count: 0, subtotal: 0 }
}

/** The owner to write to; `keep` gives an anonymous browser its cookie, once something lies in its first basket. */
export async function ownerToFill(
  room: Pick<BasketHouse, 'visitors'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ owner: Owner; keep: () => Promise<void> }> {
  const owner = ownerOf(await room.visitors.of(request))
  if (owner) return { owner, keep: async () => {} }
  const { hash, keep } = room.visitors.newBasket(request, reply)
  return { owner: { tokenHash: hash }, keep }
}

/** The basket reckoned for its owner. Without shipping the price of delivery stays unknown (contract §3). */
export function reckonFor(
  room: BasketHouse,
  { basket, buyer }: OpenBasket,
  withShipping: boolean,
): Reckoning {
  const now = room.house.now()
  return reckon(basket, buyer, room.priceCarriage(basket, now, withShipping), now)
}

/** The basket on the wire, read anew. */
export async function basketReplyFor(
  room: BasketHouse,
  request: FastifyRequest,
  withShipping: boolean,
): Promise<BasketReply> {
  const open = await openBasket(room.house.db, await room.visitors.of(request))
  return basketOnTheWire(open.basket, reckonFor(room, open, withShipping))
}

/** Takes vouchers out that no longer hold. Returns what to tell the buyer. */
export async function settleVouchers(db: Db | Tx, basket: Basket, reckoning: Reckoning): Promise<string[]> {
  if (basket.id === null || reckoning.lapsed.length === 0) return []
  await dropVouchers(
    db,
    basket.id,
    reckoning.lapsed.map(({ voucher }) => voucher.code),
  )
  return reckoning.lapsed.map(({ voucher, why }) => lapseWords(why, voucher))
}

/** At login: what the cookie's basket held comes along, quantities add up (contract §3). */
export async function mergeBaskets(tx: Tx, before: Visitor, personId: number): Promise<void> {
  if (before.person || !before.basketHash) return
  await mergeInto(tx, before.basketHash, personId, largestQuantity)
}
