import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { handle } from '../../../infra/http/handle.ts'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import { withoutPromise } from '../../../lib/availability.ts'
import type { FieldErrors } from '../../../lib/field-checks.ts'
import { formatPounds } from '../../../lib/money.ts'
import { Problem } from '../../../lib/problem.ts'
import { type AdminDeps, addAdminPage, requireStaff } from '../../admin/service.ts'
import { getOrderPayments, type PaymentsContext } from '../../payments/service.ts'
import { linePageQuery, pickLinePage } from '../line-pages.ts'
import { getOrderVersion } from '../order-version.server.ts'
import { findOrderById, type Order } from '../service.ts'
import { adminOrderPage } from './AdminOrderPage.tsx'
import { adminOrdersPage } from './AdminOrdersPage.tsx'
import {
  cancelPlacedOrder,
  type OrderActionResult,
  type RefundOutcome,
  refundOrderPayment,
} from './actions.server.ts'
import { countGroup, orderGroupDefinitions, orderGroups } from './groups.ts'
import type { AdminOrderPageProps } from './page-props.ts'
import {
  countOrdersByState,
  countRefundProblems,
  findOrderId,
  getAdminOrderDetails,
  listAdminOrders,
} from './queries.ts'
import { reservedStockRoutes } from './reserved-stock-routes.server.ts'
import { orderActionMessages, parseRefund, validateCancel } from './rules.ts'
import { cancelOrder, refundOrder } from './schemas.ts'
import { adminOrderUrl, toAdminOrderListItem, toAdminOrderView } from './view.ts'

const pageSize = 50
const params = z.object({ reference: z.string().max(20) })
const listQuery = z.object({
  state: z.enum(orderGroups).catch('placed'),
  query: z.string().max(100).catch(''),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})

type ActionReply = { success: boolean; message: string; errors: FieldErrors }
type SentForm = { params: { reference: string }; request: FastifyRequest; reply: FastifyReply }

/** The staff's pages of orders: the list, an order, cancelling and refunding it. */
export interface OrderAdminDeps extends AdminDeps {
  payments: PaymentsContext | null
}

export async function orderAdminPlugin(app: FastifyInstance, deps: OrderAdminDeps): Promise<void> {
  const { context, visitors, pages, payments } = deps
  const { db } = context

  reservedStockRoutes(app, deps)

  addAdminPage(deps, '/admin/orders', { query: listQuery }, async ({ query: { state, query, page } }) => {
    const [counts, refundProblems, matches] = await Promise.all([
      countOrdersByState(db),
      countRefundProblems(db),
      listAdminOrders(db, { group: state, query, page, size: pageSize }),
    ])
    const props = {
      filters: orderGroups.map(group => ({
        name: orderGroupDefinitions[group].name,
        url: listUrl(group, ''),
        count: group === 'refunds' ? refundProblems : countGroup(group, counts),
        isCurrent: group === state,
      })),
      rows: matches.rows.map(toAdminOrderListItem),
      query,
      total: matches.total,
      page,
      pages: Math.ceil(matches.total / pageSize),
      pageUrl: listUrl(state, query),
    }
    return toPageResult(adminOrdersPage, props, { title: 'Orders' })
  })

  addAdminPage(
    deps,
    '/admin/orders/:reference',
    { params, query: linePageQuery },
    async ({ params, query }) => renderOrder(await getOrder(params.reference), { page: query.page }),
  )

  handle(
    app,
    cancelOrder,
    async ({ params: { reference }, body, request }): Promise<ActionReply> => {
      const staff = await requireStaff(visitors, request)
      const order = await getOrder(reference)
      const errors = validateCancel(body)
      if (Object.keys(errors).length > 0) return { success: false, message: '', errors }
      const { reason, seen } = body
      const result = await cancelPlacedOrder(db, payments, order.id, {
        staff,
        reason,
        seen,
        now: context.now(),
      })
      return toReply(
        result,
        `Order ${reference} has been cancelled, and ${order.contact.email} will get an email.`,
      )
    },
    {
      authorize: request => requireStaff(visitors, request),
      form: (form, reply) => answerForm(form, reply, { cancel: form.body.reason, refund: emptyRefund }),
    },
  )

  handle(
    app,
    refundOrder,
    async ({ params: { reference }, body, request }): Promise<ActionReply> => {
      const staff = await requireStaff(visitors, request)
      const order = await getOrder(reference)
      const refund = parseRefund(body)
      if ('errors' in refund) return { success: false, message: '', errors: refund.errors }
      const { reason, seen } = body
      const action = { staff, reason, seen, now: context.now() }
      return toReply(await refundOrderPayment(db, payments, order.id, refund.amount, action), '')
    },
    {
      authorize: request => requireStaff(visitors, request),
      form: (form, reply) => {
        const { amount, reason } = form.body
        return answerForm(form, reply, { cancel: '', refund: { amount, reason } })
      },
    },
  )

  const getOrder = async (reference: string): Promise<Order> => {
    const id = await findOrderId(db, reference)
    const order = id === null ? null : await findOrderById(db, id)
    if (!order) throw new Problem(404)
    return order
  }

  // A rejected form is shown again as it was typed, with the order as it is now.
  const answerForm = async (
    form: SentForm,
    { success, message, errors }: ActionReply,
    typed: AdminOrderPageProps['typed'],
  ): Promise<FastifyReply> => {
    const { reference } = form.params
    if (success) {
      const flash = { kind: 'success', text: message } as const
      return pages.redirect(form.reply, { to: adminOrderUrl(reference), flash })
    }
    const status = message === '' ? 422 : 409
    const page = await renderOrder(await getOrder(reference), {
      typed,
      errors,
      notice: message || null,
      status,
    })
    return pages.send(form.request, form.reply, page)
  }

  const renderOrder = async (
    order: Order,
    form: Partial<Pick<AdminOrderPageProps, 'typed' | 'errors' | 'notice'>> & {
      status?: number
      page?: string | undefined
    },
  ): Promise<PageResult> => {
    // Read first: a change while the rest is read then makes the page outdated.
    const version = await getOrderVersion(db, order.id)
    const [details, payments] = await Promise.all([
      getAdminOrderDetails(db, order.id),
      getOrderPayments(db, order.id),
    ])
    const { typed = { cancel: '', refund: emptyRefund }, errors = {}, notice = null, status } = form
    const view = toAdminOrderView(order, details, payments)
    const props = { order: pickLinePage(view, form.page, view.url), version, typed, errors, notice }
    const title = `${Object.keys(errors).length > 0 ? 'Error: ' : ''}Order ${order.reference}`
    const head = { title, noindex: true, layout: withoutPromise, ...(status && { status }) }
    return toPageResult(adminOrderPage, props, head)
  }
}

const emptyRefund = { amount: '', reason: '' }

function listUrl(state: string, query: string): string {
  const filter = query === '' ? '' : `&query=${encodeURIComponent(query)}`
  return `/admin/orders?state=${state}${filter}`
}

function toReply(result: OrderActionResult, done: string): ActionReply {
  if (!result.done) return { success: false, message: orderActionMessages[result.why], errors: {} }
  return { success: true, message: `${done} ${formatRefund(result.money)}`.trim(), errors: {} }
}

function formatRefund(money: RefundOutcome): string {
  if (!money) return ''
  const amount = formatPounds(money.amount)
  if (money.state === 'done') return `${amount} was refunded to the card.`
  if (money.state === 'refused') return `The card provider refused to refund ${amount}: see below.`
  return `The card provider has not confirmed the refund of ${amount} yet. We’ll keep checking every minute.`
}
