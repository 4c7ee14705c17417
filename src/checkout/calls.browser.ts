import type { BasketReply, changeBasket } from '../basket/contract.ts'
import type { ReplyOf } from '../shared/call.ts'
import type { readTerms as termsCall } from '../shell/contract.ts'
import { Refused, send } from '../ui/send.ts'
import type { LoadIds } from './bodies.ts'
import type { LoadedCheckout } from './checkout.ts'
import type { completeCheckout, loadCheckout, readDelivery, saveCheckout } from './contract.ts'
import { checkoutWords, ownWords } from './messages.ts'

/** The shop did not answer, or not as a business outcome; `isSignedOut`: the session of who was signed in has ended. */
export interface Away {
  away: string
  isSignedOut: boolean
}

export type Offers = ReplyOf<typeof readDelivery>

/** A step of the checkout, or the final send. */
export function save(body: Record<string, unknown>): Promise<ReplyOf<typeof saveCheckout> | Away> {
  return told(send<typeof saveCheckout>('POST /checkout/save', { body }))
}

/** The last word on a saved order. */
export function finishOrder(
  route: 'POST /checkout/complete' | 'POST /checkout/send-approval',
): Promise<ReplyOf<typeof completeCheckout> | Away> {
  // Both answer alike (contract §3).
  return told(send<typeof completeCheckout>(route as 'POST /checkout/complete', {}))
}

export function load(ids: LoadIds): Promise<LoadedCheckout | Away> {
  return told(send<typeof loadCheckout>('POST /checkout/load', { body: ids }))
}

/** What can be had at an address now. */
export async function askOffers(
  { country, postcode }: { country: string; postcode: string },
  ids: LoadIds,
): Promise<Offers | Away> {
  const reply = await told(
    send<typeof readDelivery>('POST /checkout/delivery', { body: { country, postcode, ...ids } }),
  )
  if (!('away' in reply)) return reply
  // Specification §8 has words for it.
  return { ...reply, away: `${checkoutWords.optionsFailed}. ${reply.away}` }
}

/** What is ordered, as it is now; null when the shop does not answer. */
export async function readOverview(ids: LoadIds): Promise<BasketReply | null> {
  if (ids.quote_id !== null || ids.approval_id !== null) {
    const loaded = await load(ids)
    return 'away' in loaded ? null : (loaded.basket ?? null)
  }
  // Specification §7: without delivery on the checkout side; that is known here.
  const body = { updated_items: false, with_shipping: false }
  const basket = await told(send<typeof changeBasket>('POST /basket', { body }))
  return 'away' in basket ? null : basket
}

/** The words that are agreed to. */
export function readTerms(): Promise<ReplyOf<typeof termsCall> | Away> {
  return told(send<typeof termsCall>('GET /terms-conditions', {}))
}

async function told<Reply>(asked: Promise<Reply>): Promise<Reply | Away> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof Refused)) return { away: ownWords.networkAway, isSignedOut: false }
    return { away: error.message, isSignedOut: error.problem.status === 401 }
  }
}
