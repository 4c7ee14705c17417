import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { handle } from '../../../infra/http/handle.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import { formatPounds } from '../../../lib/money.ts'
import { type AdminDeps, addAdminPage, requireStaff } from '../../admin/service.ts'
import type { PaymentsContext } from '../../payments/service.ts'
import { linePageQuery } from '../line-pages.ts'
import { adminOrdersPage } from './AdminOrdersPage.tsx'
import {
  cancelPlacedOrder,
  type OrderActionResult,
  type RefundOutcome,
  refundOrderPayment,
} from './actions.server.ts'
import { despatchRoutes } from './despatch-routes.server.ts'
import { countGroup, orderGroupDefinitions, orderGroups } from './groups.ts'
import { type ActionReply, createStaffOrders } from './order-page.server.ts'
import { countOrdersByState, countRefundProblems, listAdminOrders } from './queries.ts'
import { reservedStockRoutes } from './reserved-stock-routes.server.ts'
import { orderActionMessages, parseRefund, validateCancel } from './rules.ts'
import { cancelOrder, refundOrder } from './schemas.ts'
import { toAdminOrderListItem } from './view.ts'

const pageSize = 50
const params = z.object({ reference: z.string().max(20) })
const listQuery = z.object({
  state: z.enum(orderGroups).catch('placed'),
  query: z.string().max(100).catch(''),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})

/** The staff's pages of orders: the list, an order, cancelling and refunding it; despatching is in despatch-routes. */
export interface OrderAdminDeps extends AdminDeps {
  payments: PaymentsContext | null
}

export async function orderAdminPlugin(app: FastifyInstance, deps: OrderAdminDeps): Promise<void> {
  const { context, visitors, payments } = deps
  const { db } = context
  const orders = createStaffOrders(deps)

  reservedStockRoutes(app, deps)
  despatchRoutes(app, deps, orders)

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
      sorting: orderGroupDefinitions[state].isQueue
        ? 'by the day we promised, the oldest first'
        : 'newest first',
    }
    return toPageResult(adminOrdersPage, props, { title: 'Orders' })
  })

  addAdminPage(
    deps,
    '/admin/orders/:reference',
    { params, query: linePageQuery },
    async ({ params, query }) => orders.render(await orders.get(params.reference), { page: query.page }),
  )

  handle(
    app,
    cancelOrder,
    async ({ params: { reference }, body, request }): Promise<ActionReply> => {
      const staff = await requireStaff(visitors, request)
      const order = await orders.get(reference)
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
      form: (form, reply) => orders.answer(form, reply, { cancel: form.body.reason }),
    },
  )

  handle(
    app,
    refundOrder,
    async ({ params: { reference }, body, request }): Promise<ActionReply> => {
      const staff = await requireStaff(visitors, request)
      const order = await orders.get(reference)
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
        return orders.answer(form, reply, { refund: { amount, reason } })
      },
    },
  )
}

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
