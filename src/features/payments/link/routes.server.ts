import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { handle } from '../../../infra/http/handle.ts'
import type { Pages } from '../../../infra/pages/page-routes.ts'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import { enforceLimit } from '../../../infra/rate-limit/attempts.ts'
import { withoutPromise } from '../../../lib/availability.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { formatPounds, type Pence, parsePounds, pence } from '../../../lib/money.ts'
import { fillInContact } from '../../../lib/shop-contact.ts'
import { linePageQuery, pickLinePage } from '../../orders/line-pages.ts'
import { pickTotals } from '../../orders/order.ts'
import { findOrderByReference, getPaymentUrl, isPaymentKey, type Order } from '../../orders/service.ts'
import { isBought } from '../../orders/states.ts'
import { getLinkPaymentState, registrationMessages } from '../attempts/attempt.ts'
import { findLatestAttempt, type PaymentAttempt } from '../attempts/queries.ts'
import type { PaymentsContext } from '../payments-context.server.ts'
import { formatChangedAmount, formatLastTry, linkMessages } from './messages.ts'
import { openLinkPayment } from './open-payment.server.ts'
import { type PaymentLinkPageProps, paymentLinkPage } from './PaymentLinkPage.tsx'
import { listUnpaidChanges } from './queries.ts'
import { amountDueStatus, openAmountDue } from './schemas.ts'

export interface PaymentLinkDeps extends PaymentsContext {
  pages: Pick<Pages, 'get' | 'redirect'>
}

const params = z.object({ reference: z.string().max(20) })
const query = linePageQuery.extend({ key: z.string().max(100).catch('') })
const triesPerHour = 20

/** What is still to be paid of an order, for anybody with the link of the e-mail (R-CORRECT-10). */
export function paymentLinkRoutes(app: FastifyInstance, payments: PaymentLinkDeps): void {
  const { context, pages, provider } = payments
  const { config, db, now } = context

  const getLinkedOrder = async (reference: string, key: string): Promise<Order> => {
    const order = await findOrderByReference(db, reference)
    if (!order || !isPaymentKey(config, order, key)) throw new Problem(404)
    if (!isBought(order.state) && order.state !== 'cancelled') throw new Problem(404)
    return order
  }

  pages.get(
    '/order/:reference/pay',
    { params, query },
    async ({ params: { reference }, query: { key, page } }) => {
      const order = await getLinkedOrder(reference, key)
      return renderPage(order, key, page)
    },
  )

  const renderPage = async (order: Order, key: string, page: string | undefined): Promise<PageResult> => {
    const attempt = await findLatestAttempt(db, order.id)
    const { reference, amountDue } = order
    const suffix = `?${new URLSearchParams({ key })}`
    const url = getPaymentUrl(reference)
    const state = getLinkPaymentState(attempt, order, now())
    const isOpen = state === 'waiting' && attempt?.paymentPageUrl
    const { lines, paging } = pickLinePage(order, page, url)
    const props: PaymentLinkPageProps = {
      reference,
      state: amountDue > 0 ? 'due' : isBought(order.state) ? 'paid' : 'ended',
      amountDue,
      paid: pence(order.total - amountDue),
      received: getReceived(attempt),
      notice: formatLastTry(state, amountDue),
      url: `${url}${suffix}`,
      statusUrl: `${url}/status${suffix}`,
      card: isOpen ? { url: attempt.paymentPageUrl!, isTest: provider.isTest } : null,
      changes: amountDue > 0 ? await listUnpaidChanges(db, order.id) : [],
      goods:
        amountDue > 0
          ? { lines, paging: { ...paging, url: `${url}${suffix}&` }, totals: pickTotals(order) }
          : null,
      orderUrl: `/order/${reference}/confirmation`,
    }
    const title =
      amountDue > 0 ? `Pay ${formatPounds(amountDue)} for order ${reference}` : `Order ${reference}`
    const policy = { frameSrc: payments.providers.flatMap(({ frameOrigins }) => frameOrigins) }
    return toPageResult(paymentLinkPage, props, { title, noindex: true, layout: withoutPromise, policy })
  }

  handle(
    app,
    openAmountDue,
    async ({ params: { reference }, query: { key }, body: { amount }, request }) => {
      const { id } = await getLinkedOrder(reference, key)
      await enforceLimit(db, `payment-link:${reference}`, triesPerHour, 3600, now(), linkMessages.tooMany)
      const result = await openLinkPayment(payments, id, parsePounds(amount), request.ip)
      if ('paymentPageUrl' in result) return { success: true, message: '', next_url: result.paymentPageUrl }
      return { success: false, message: formatRefusal(result), next_url: null }
    },
    {
      form: ({ params: { reference }, query: { key }, reply }, { success, message }) =>
        pages.redirect(reply, {
          to: `${getPaymentUrl(reference)}?${new URLSearchParams({ key })}`,
          ...(!success && { flash: { kind: 'danger', text: message } }),
        }),
    },
  )

  handle(app, amountDueStatus, async ({ params: { reference }, query: { key } }) => {
    const order = await getLinkedOrder(reference, key)
    const state = getLinkPaymentState(await findLatestAttempt(db, order.id), order, now())
    return { state: state === 'waiting' ? ('waiting' as const) : ('ended' as const) }
  })

  const formatRefusal = (
    result: Exclude<Awaited<ReturnType<typeof openLinkPayment>>, { paymentPageUrl: string }>,
  ): string => {
    if ('reason' in result) return fillInContact(registrationMessages[result.reason], config.contact)
    return result.amountDue === 0 ? linkMessages.nothingDue : formatChangedAmount(result.amountDue)
  }
}

/** What the link's last payment was; null: there was none. */
const getReceived = (attempt: PaymentAttempt | null): Pence | null =>
  attempt?.isByLink && attempt.state === 'paid' ? attempt.amount : null
