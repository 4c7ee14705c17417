import type { Consignments } from '../../../lib/availability.ts'
import type { ReplyOf } from '../../../lib/calls/call.ts'
import { RequestError, send } from '../../../ui/browser/send.ts'
import type { BasketReply, changeBasket } from '../../basket/schemas.ts'
import type { readTerms as termsCall } from '../../home/schemas.ts'
import type { SourceIds } from '../draft/draft.ts'
import { checkoutMessages } from '../messages.ts'
import { parseLoadReply } from '../payment-method.ts'
import type {
  completeCheckout,
  LoadReply,
  loadCheckout,
  readDelivery,
  SaveReply,
  saveCheckout,
} from '../schemas.ts'

/** The server did not answer, or with a problem; `isSignedOut`: the customer's session has ended. */
export interface RequestFailure {
  failure: string
  isSignedOut: boolean
}

export type DeliveryReply = ReplyOf<typeof readDelivery>

export function sendSave(body: Record<string, unknown>): Promise<SaveReply | RequestFailure> {
  return catchFailure(send<typeof saveCheckout>('POST /checkout/save', { body }))
}

export function completeOrder(
  route: 'POST /checkout/complete' | 'POST /checkout/send-approval',
): Promise<ReplyOf<typeof completeCheckout> | RequestFailure> {
  // Both have the same reply (R-CHECKOUT-23).
  return catchFailure(send<typeof completeCheckout>(route as 'POST /checkout/complete', {}))
}

/** The items only with `isWhole`, else the first of them (R-BASKET-14). */
export async function loadFacts(source: SourceIds, isWhole = false): Promise<LoadReply | RequestFailure> {
  const body = { ...source, ...(!isWhole && { page: 1 }) }
  const reply = await catchFailure(send<typeof loadCheckout>('POST /checkout/load', { body }))
  return 'failure' in reply ? reply : parseLoadReply(reply)
}

/** The delivery options offered at an address now. `withOthers`: of a quote, besides the quoted one. */
export async function loadDelivery(
  { country, postcode }: { country: string; postcode: string },
  consignments: Consignments | null,
  source: SourceIds,
  withOthers: boolean,
): Promise<DeliveryReply | RequestFailure> {
  const body = { country, postcode, consignments, ...source, other_deliveries: withOthers }
  const reply = await catchFailure(send<typeof readDelivery>('POST /checkout/delivery', { body }))
  if (!('failure' in reply)) return reply
  // R-CHECKOUT-25.
  return { ...reply, failure: `${checkoutMessages.optionsFailed}. ${reply.failure}` }
}

/** The basket or the loaded order as it is now, whole or its first lines; null when the server does not answer. */
export async function loadOverview(
  source: SourceIds,
  isWhole: boolean,
): Promise<{ basket: BasketReply; offeredAt?: string | undefined } | null> {
  if (source.quote_id !== null || source.approval_id !== null) {
    const loaded = await loadFacts(source, isWhole)
    if ('failure' in loaded || !loaded.basket) return null
    return { basket: loaded.basket, offeredAt: loaded.offered_at }
  }
  // Without delivery, whose price is known on the page.
  const body = { updated_items: false, with_shipping: false, ...(!isWhole && { page: 1 }) }
  const basket = await catchFailure(send<typeof changeBasket>('POST /basket', { body }))
  return 'failure' in basket ? null : { basket }
}

export function loadTerms(): Promise<ReplyOf<typeof termsCall> | RequestFailure> {
  return catchFailure(send<typeof termsCall>('GET /terms-conditions', {}))
}

async function catchFailure<Reply>(request: Promise<Reply>): Promise<Reply | RequestFailure> {
  try {
    return await request
  } catch (error) {
    if (!(error instanceof RequestError))
      return { failure: checkoutMessages.networkFailed, isSignedOut: false }
    return { failure: error.message, isSignedOut: error.problem.status === 401 }
  }
}
