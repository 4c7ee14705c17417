import { inTransaction } from '../../../infra/database/db.ts'
import { enforceLimit } from '../../../infra/rate-limit/attempts.ts'
import { toClientNetwork } from '../../../infra/rate-limit/client-network.ts'
import { formatDay, toIsoDate } from '../../../lib/dates.ts'
import { zero } from '../../../lib/money.ts'
import type { Sentence } from '../../../lib/shop-contact.ts'
import { canPayOnAccount, type Visitor } from '../../accounts/visitor.ts'
import { approvalRefusalMessages, type PlaceableRequest, type RequestPreview } from '../../approvals/rules.ts'
import type { RequestPlacement, RequestPlacer } from '../../approvals/service.ts'
import { type BasketLine, createEmptyBasket } from '../../basket/basket.ts'
import { calculateTotals } from '../../basket/totals.ts'
import { isFreeDelivery } from '../../basket/vouchers/vouchers.ts'
import type { DeliveryOption } from '../../delivery/options.ts'
import { lockOrder, type Order } from '../../orders/service.ts'
import { createLoadedDraft } from '../draft/draft.ts'
import { orderMessages, requestMessages } from '../messages.ts'
import { findOrderMadeFrom, listLinesByOrder } from '../queries.ts'
import { type CheckoutDeps, listOptions, takesOrders } from '../service.ts'
import {
  getQuotedDelivery,
  type LoadedOrder,
  loadSource,
  NotLoadable,
  returnNotLoadable,
} from '../source.server.ts'
import { createOrder, type FinalSend } from './create-order.server.ts'
import { listUnavailable } from './decide-order.ts'
import { getOrderVatRate } from './final-totals.server.ts'
import { checkCompletion, placeSavedOrder } from './place-saved-order.server.ts'

const refuse = (reason: Sentence): RequestPlacement => ({ ok: false, reason })

/** The one button of the approvals page: the same final send and completion as at the checkout, without its stages. */
export function createRequestPlacer(deps: CheckoutDeps): RequestPlacer {
  const { context, visitors } = deps
  const { db, config } = context

  const preview = (order: Order, lines: readonly BasketLine[]): RequestPreview => {
    const items = listUnavailable({ lines, consignments: null }, 'order')
    if (items.length > 0) return { problems: items }
    const loadedOrder = toLoadedOrder(order)
    const basket = { ...createEmptyBasket('account'), lines: [...lines] }
    const options = takesOrders(config)
      ? listOptions(deps, { basket, loadedOrder }, createLoadedDraft(loadedOrder))
      : []
    const option = options.find(({ code }) => code === order.deliveryCode)
    if (!option) return { problems: [requestMessages.deliveryGone] }
    return { ...pickDay(order, option), total: calculateTotal(order, lines, option) }
  }

  return {
    async previewRequests(requests) {
      const lines = await listLinesByOrder(
        db,
        requests.map(({ id }) => id),
      )
      return new Map(requests.map(order => [order.id, preview(order, lines.get(order.id) ?? [])]))
    },

    async placeRequest({ request, reply }, person, id, displayed) {
      const { savesPerMinute } = config.limits
      const key = `save:${toClientNetwork(request.ip)}`
      await enforceLimit(db, key, savesPerMinute, 60, context.now(), orderMessages.tooManySaves)
      const existing = await findOrderMadeFrom(db, id, person.id)
      if (existing) return { ok: true, ...existing }
      const sessionHash = await visitors.ensureGuestSession(request, reply)
      const visitor = await visitors.get(request)
      const ids = { approval_id: id }
      const source = await loadSource(db, visitor, ids, context.now()).catch(returnNotLoadable)
      if (source instanceof NotLoadable) return refuse(source.reason)
      const loadedOrder = source.loadedOrder!
      if (!loadedOrder.mayPlace) return refuse(approvalRefusalMessages.not_yours_to_give)
      const current = preview(loadedOrder.order, source.basket.lines)
      if ('problems' in current) return refuse(requestMessages.problems(current.problems))
      const paymentMethod = canPayOnAccount(person) ? 'account' : current.total === 0 ? 'free' : null
      if (paymentMethod === null) return refuse(requestMessages.notOnAccount)
      const day = displayed.day === undefined ? current.day : displayed.day
      if (displayed.day === undefined && current.isDayChanged)
        return refuse(requestMessages.dayGone(formatNextDay(current)))
      return place(visitor, {
        visitor,
        sessionHash,
        source,
        draft: { ...createLoadedDraft(loadedOrder), deliveryDay: day, paymentMethod },
        guestPasswordHash: null,
        clientNetwork: toClientNetwork(request.ip),
        displayedTotal: displayed.total,
        displayedOffer: null,
      })
    },
  }

  async function place(visitor: Visitor, send: FinalSend): Promise<RequestPlacement> {
    // Meanwhile another head buyer may have decided about it.
    const result = await createOrder(deps, send).catch(returnNotLoadable)
    if (result instanceof NotLoadable) return refuse(result.reason)
    if (!result.ok)
      return refuse(result.items.length > 0 ? requestMessages.problems(result.items) : result.reason)
    const { id, reference } = result.order
    return inTransaction(db, async tx => {
      const order = (await lockOrder(tx, id))!
      const completion = { call: 'complete', now: context.now() } as const
      const decision = await checkCompletion(tx, order, visitor.person, completion)
      if (!decision.ok) {
        const isSuperseded = decision.reason === 'nothingToComplete'
        return refuse(orderMessages[isSuperseded ? 'orderedMeanwhile' : decision.reason])
      }
      if (decision.isCompleted) return { ok: true, reference }
      const placed = await placeSavedOrder(tx, deps, order, visitor, 'complete')
      return placed.ok ? { ok: true, reference } : placed
    })
  }
}

const toLoadedOrder = (order: Order): LoadedOrder => ({
  status: 'approval',
  order,
  quoted: getQuotedDelivery(order),
  offeredAt: null,
  mayPlace: true,
})

/** The requested day while it can be had, else the option's next one. */
function pickDay(
  { deliveryDate }: Pick<Order, 'deliveryDate'>,
  { arg, days }: DeliveryOption,
): Pick<PlaceableRequest, 'day' | 'isDayChanged'> {
  const isOffered = deliveryDate === null || [arg, ...(days ?? [])].some(day => day === deliveryDate)
  return { day: isOffered ? (deliveryDate ?? arg) : arg, isDayChanged: !isOffered }
}

const formatNextDay = ({ day }: PlaceableRequest): string | null =>
  day === null ? null : formatDay(toIsoDate(day))

/** With the discounts of the request: whether its vouchers still hold is decided when it is placed. */
function calculateTotal(order: Order, lines: readonly BasketLine[], option: DeliveryOption) {
  return calculateTotals({
    lines: lines.map(({ unitPrice, quantity }) => ({ unitPrice: unitPrice ?? zero, quantity })),
    discounts: order.vouchers.map(({ amount }) => amount),
    deliveryCost: option.price,
    freeDelivery: order.vouchers.some(isFreeDelivery),
    vatRate: getOrderVatRate({ option, delivery: order.delivery }),
  }).discountedTotal
}
