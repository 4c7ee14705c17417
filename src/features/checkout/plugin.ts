import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { handle } from '../../infra/http/handle.ts'
import { getReturnPath } from '../../infra/http/request.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import { toPageResult } from '../../infra/pages/render.ts'
import { toConsignmentsView } from '../../lib/consignments.ts'
import { emptyAddress, normaliseAddress } from '../../lib/contact/address.ts'
import { notOpenMessage } from '../../lib/not-open.ts'
import { fillInContact } from '../../lib/shop-contact.ts'
import { findUsualService, listAddresses } from '../accounts/service.ts'
import { canPayOnAccount, type Visitor } from '../accounts/visitor.ts'
import { type BasketTotals, calculateSubtotal } from '../basket/basket.ts'
import { serializeBasket } from '../basket/serialize.ts'
import { findCredit } from '../credit/service.ts'
import { deliveryMessages } from '../delivery/messages.ts'
import { type DeliveryOption, validateDeliveryChoice } from '../delivery/options.ts'
import { formatPromiseCountdownForDate, formatPromiseForDate } from '../delivery/promise.ts'
import { toOrderLine } from '../orders/order-line.ts'
import { findLatestOrder, findOrderById } from '../orders/service.ts'
import { isBought } from '../orders/states.ts'
import type { UnpaidPayment } from '../payments/service.ts'
import { checkoutPage, lateStages } from './CheckoutPage.tsx'
import { createLoadedDraft, fillConsignments } from './draft/draft.ts'
import type { StoredDraft } from './draft/opening-draft.ts'
import { checkoutMessages } from './messages.ts'
import { noCheckoutPage, notOpenTitle } from './NoCheckoutPage.tsx'
import { getPrepaidMethod } from './payment-method.ts'
import { placeOrderRoutes } from './place-order/routes.server.ts'
import { findDraft } from './queries.ts'
import { type DeliveryOffer, loadCheckout, readDelivery } from './schemas.ts'
import { serializeLoadReply, serializeOption } from './serialize.ts'
import {
  type CheckoutDeps,
  calculateSourceTotals,
  findAssumedDelivery,
  findDeliveryOptions,
  findUnpaidOrder,
  ignoreSpentDraft,
  isFree,
  listMethods,
  listOptions,
  loadBuyer,
  takesOrders,
} from './service.ts'
import { type CheckoutSource, loadSource, NotLoadable, returnNotLoadable } from './source.server.ts'
import type { CheckoutPageProps } from './stages/state.ts'

export interface CheckoutRoutesDeps extends CheckoutDeps {
  pages: Pages
  /** Origins of the payment frame. */
  frameSrc: string[]
}

const idsQuery = z.object({
  quote_id: z.string().max(40).optional().catch(undefined),
  approval_id: z.string().max(40).optional().catch(undefined),
})

export async function checkoutPlugin(app: FastifyInstance, deps: CheckoutRoutesDeps): Promise<void> {
  const { context, visitors, pages } = deps
  const { db, config } = context
  await lateStages.load()

  pages.get('/checkout', { query: idsQuery }, async ({ query, request }) => {
    if (!takesOrders(config)) {
      return toPageResult(noCheckoutPage, { why: 'not_open' }, { title: notOpenTitle, noindex: true })
    }
    const visitor = await visitors.get(request)
    const { person, sessionHash } = visitor
    const isLoading = Boolean(query.quote_id?.trim() || query.approval_id?.trim())
    if (isLoading && !person) return { to: `/login?redirectTo=${encodeURIComponent(request.url)}` }
    const source = await loadSource(db, visitor, query, context.now()).catch(returnNotLoadable)
    if (source instanceof NotLoadable) {
      const { status, title, quote } = source
      const reason = fillInContact(source.reason, config.contact)
      const props = { why: 'not_loadable' as const, reason, quote }
      return toPageResult(noCheckoutPage, props, { title, noindex: true, status })
    }
    const { basket, loadedOrder } = source
    // Only a head buyer may place a loaded order; the person who sent it gets its confirmation page.
    if (loadedOrder && !loadedOrder.mayPlace) {
      return { to: `/order/${loadedOrder.order.reference}/confirmation` }
    }
    if (basket.lines.length === 0) return { to: '/basket' }
    if (!loadedOrder && calculateSubtotal(basket) < config.minimumOrder) {
      const totals = calculateSourceTotals(deps, visitor, source)
      const { subtotal, minimumOrderValue } = serializeBasket(basket, totals, config)
      const props = { why: 'below_minimum' as const, basket: { subtotal, minimumOrderValue } }
      return toPageResult(noCheckoutPage, props, { title: 'Checkout', noindex: true })
    }
    const { stored, isNew } = await loadStoredDraft(source, sessionHash)
    const totals = calculateSourceTotals(deps, visitor, source)
    return toPageResult(
      checkoutPage,
      {
        basket: serializeBasket(basket, totals, { minimumOrder: config.minimumOrder, page: 1 }),
        // Their items are in `basket`.
        loaded: { ...(await loadReply(visitor, source, totals, 1)), items: [], basket: undefined },
        loadedOrder: loadedOrder && {
          quote_id: loadedOrder.status === 'quote_approved' ? loadedOrder.order.id : null,
          approval_id: loadedOrder.status === 'approval' ? loadedOrder.order.id : null,
          reference: loadedOrder.order.reference,
          sender: loadedOrder.order.contact.name,
          // A loaded order fills in the stages visibly, once.
          isFilling: isNew,
        },
        visitor: person && { name: person.name, email: person.email, telephone: person.telephone },
        accountTaxCode: person?.vat || person?.company?.vatRegistration || '',
        ...toUnpaidProps(await findUnpaidOrder(deps, source, sessionHash)),
        addresses: person ? await listAddresses(db, person) : [],
        usualService: person && !loadedOrder ? await findUsualService(db, person.id) : null,
        stored,
        promise: findAssumedPromise(source),
        prepaid: getPrepaidMethod(deps.payments !== null, config.seller.bank),
      },
      { title: 'Checkout', noindex: true, policy: { frameSrc: deps.frameSrc } },
    )
  })

  // A stage that was submitted before the scripts were loaded: nothing of it is used, and the page says so.
  app.post('/checkout', { constraints: { marker: 'no' } }, (request, reply) =>
    pages.redirect(reply, {
      to: getReturnPath(request, '/checkout'),
      flash: { kind: 'info', text: checkoutMessages.sentTooEarly },
    }),
  )

  // The target of the card return page in the top window: only the session tells whose order it was.
  pages.get('/checkout/paid', {}, async ({ request }) => {
    const { sessionHash } = await visitors.get(request)
    const order = sessionHash ? await findLatestOrder(db, sessionHash) : null
    if (order && isBought(order.state)) return { to: `/order/${order.reference}/confirmation` }
    const origin = order?.sourceId ? await findOrderById(db, order.sourceId) : null
    if (!origin) return { to: '/checkout' }
    return { to: `/checkout?${origin.kind === 'approval_request' ? 'approval_id' : 'quote_id'}=${origin.id}` }
  })

  handle(app, loadCheckout, async ({ body, request, reply }) => {
    const { loadedOrder } = await loadSource(db, await visitors.get(request), body, context.now())
    // The session starts here, so that concurrent sends afterwards belong to one session.
    if (!loadedOrder) await visitors.ensureGuestSession(request, reply)
    const visitor = await visitors.get(request)
    const source = await loadSource(db, visitor, body, context.now())
    return loadReply(visitor, source, calculateSourceTotals(deps, visitor, source), body.page)
  })

  handle(app, readDelivery, async ({ body, request }) => {
    if (!takesOrders(config)) return { error: notOpenMessage, options: [] }
    const visitor = await visitors.get(request)
    const source = await loadSource(db, visitor, body, context.now())
    const { country, postcode } = normaliseAddress({ ...emptyAddress, ...body })
    const consignments = body.consignments ?? source.basket.consignments
    const result = findDeliveryOptions(deps, source, { country, postcode }, consignments, context.now())
    if (!result.ok) return { error: deliveryMessages[result.reason], options: [] }
    // The checkout's page offers a quote's own delivery alone, until the customer wants another.
    const isQuotedAlone = source.loadedOrder?.status === 'quote_approved' && body.other_deliveries === false
    const options = isQuotedAlone ? result.options.filter(({ code }) => code === 'QTD') : result.options
    const view = toConsignmentsView(source.basket.lines.map(toOrderLine), consignments ?? 'together')
    const namedDay = options.find(({ days }) => days)
    return {
      error: false as const,
      options: options.map(serializeOffer),
      ...serializePromise(options, context.now()),
      ...(namedDay?.days && { named_days: [...namedDay.days] }),
      ...(view && { consignments: view }),
    }
  })

  const loadReply = async (
    visitor: Visitor,
    source: CheckoutSource,
    totals: BasketTotals,
    page: string | number | undefined,
  ) =>
    serializeLoadReply(
      deps.countries,
      source.basket,
      totals,
      listMethods(
        deps,
        await loadBuyer(db, visitor, source, context.now()),
        '',
        source.basket.lines.length > 0 && isFree(totals),
      ),
      visitor,
      canPayOnAccount(visitor.person) ? await findCredit(db, visitor.person!.company!.id) : null,
      source.loadedOrder,
      { minimumOrder: config.minimumOrder, page },
    )

  /** `isNew`: a loaded order whose checkout was not started before. */
  const loadStoredDraft = async (
    source: CheckoutSource,
    sessionHash: Buffer | null,
  ): Promise<{ stored: StoredDraft | null; isNew: boolean }> => {
    const { key, basket, loadedOrder } = source
    const row = sessionHash ? await findDraft(db, sessionHash, key) : null
    const validRow = loadedOrder ? row : ignoreSpentDraft(row, basket)
    const draft = validRow?.draft ?? (loadedOrder && createLoadedDraft(loadedOrder))
    if (!draft) return { stored: null, isNew: false }
    const filledDraft = fillConsignments(draft, basket)
    const options = listOptions(deps, source, filledDraft)
    const option = options.find(({ code }) => code === draft.deliveryOption)
    const stored = {
      draft: filledDraft,
      offer: option ? serializeOffer(option) : null,
      isDayOffered: validateDeliveryChoice(options, draft.deliveryOption, draft.deliveryDay).ok,
      isPasswordStored: validRow?.guestPasswordHash != null,
    }
    return { stored, isNew: loadedOrder !== null && validRow === null }
  }

  const hasPromise = ({ code, arg }: DeliveryOption) => arg !== null && code !== 'COL' && code !== 'NAM'

  const serializeOffer = (option: DeliveryOption): DeliveryOffer => ({
    ...serializeOption(option),
    ...(config.delivery && option.arg && hasPromise(option)
      ? { promise: formatPromiseForDate(option.arg, context.now(), config.delivery) }
      : {}),
  })

  /** Of the delivery that the totals assume: the chosen one, else the cheapest ordinary one. */
  const findAssumedPromise = (source: CheckoutSource): string | null => {
    const option = findAssumedDelivery(deps, source, context.now())
    return option ? (serializeOffer(option).promise ?? null) : null
  }

  // The first delivery day; collection and a named day promise none.
  const serializePromise = (options: readonly DeliveryOption[], now: Date) => {
    const first = options.find(hasPromise)
    return first?.arg && config.delivery
      ? { promise: formatPromiseCountdownForDate(first.arg, now, config.delivery) }
      : {}
  }

  const toUnpaidProps = (unpaid: UnpaidPayment | null): Pick<CheckoutPageProps, 'unpaid' | 'card'> => {
    if (!unpaid?.paymentPageUrl) return { unpaid: unpaid?.reference ?? null, card: null }
    const { reference, paymentPageUrl: url } = unpaid
    return { unpaid: null, card: { reference, url, isTest: deps.payments?.provider.isTest ?? false } }
  }

  placeOrderRoutes(app, deps)
}
