import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { selectRows } from '../../../infra/database/query.ts'
import { handle } from '../../../infra/http/handle.ts'
import type { Pages } from '../../../infra/pages/page-routes.ts'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import { enforceLimit } from '../../../infra/rate-limit/attempts.ts'
import { withoutPromise } from '../../../lib/availability.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { formatPounds, type Pence, parsePounds, pence } from '../../../lib/money.ts'
import type { Result } from '../../../lib/result.ts'
import { fillInContact } from '../../../lib/shop-contact.ts'
import { linePageQuery, pickLinePage } from '../../basket/lines/line-pages.ts'
import type { CorrectedField } from '../../orders/history.ts'
import { pickTotals } from '../../orders/order.ts'
import {
  findOrderByReference,
  getPaymentUrl,
  isPaymentKey,
  lockOrder,
  type Order,
} from '../../orders/service.ts'
import { isBought } from '../../orders/states.ts'
import { getLinkPaymentState, type RegistrationRefusal, registrationMessages } from '../attempts/attempt.ts'
import { findLatestAttempt } from '../attempts/queries.ts'
import type { PaymentsContext } from '../payments-context.server.ts'
import { amountDueStatus, openAmountDue } from '../schemas.ts'
import { openPayment, prepareLinkPayment } from '../service.ts'
import { formatChangedAmount, formatLastTry, getReceived, linkMessages } from './messages.ts'
import { type PaymentLinkPageProps, paymentLinkPage } from './PaymentLinkPage.tsx'

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
      return result.ok
        ? { success: true, message: '', next_url: result.paymentPageUrl }
        : { success: false, message: formatRefusal(result), next_url: null }
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

  const formatRefusal = ({ reason, amountDue }: Extract<OpenLinkResult, { ok: false }>): string => {
    if (reason !== 'changed') return fillInContact(registrationMessages[reason], config.contact)
    return amountDue === 0 ? linkMessages.nothingDue : formatChangedAmount(amountDue)
  }
}

/** 'changed': what is due is not what the page displayed. */
type OpenLinkResult = Result<
  { paymentPageUrl: string },
  RegistrationRefusal | 'changed',
  { amountDue: Pence }
>

/** Opens the card form for what is due of an order. Two tabs, or two presses, get the same form. */
async function openLinkPayment(
  payments: PaymentsContext,
  orderId: number,
  displayed: Pence | null,
  clientIp: string,
): Promise<OpenLinkResult> {
  const { order, prepared } = await inTransaction(payments.context.db, async tx => {
    const order = (await lockOrder(tx, orderId))!
    const isDue = order.amountDue > 0 && order.amountDue === displayed
    return { order, prepared: isDue ? await prepareLinkPayment(payments, tx, order) : null }
  })
  const { amountDue } = order
  if (!prepared) return { ok: false, reason: 'changed', amountDue }
  const opened = await openPayment(payments, order, prepared, clientIp)
  return opened.ok ? opened : { ...opened, amountDue }
}

const maxChanges = 100

/** What was corrected of an order since its last payment. Without addresses and people's details. */
const listUnpaidChanges = (db: Db, orderId: number): Promise<CorrectedField[]> =>
  selectRows(db)<CorrectedField>`
    select change.* from order_correction c
      cross join lateral jsonb_to_recordset(c.changes) as change (name text, before text, after text,
        "isPersonal" boolean)
    where c.order_id = ${orderId} and not change."isPersonal" and c.at > coalesce((
      select max(completed_at) from payment_attempt where order_id = ${orderId} and state = 'paid'), '-infinity')
    order by c.id limit ${maxChanges}`
