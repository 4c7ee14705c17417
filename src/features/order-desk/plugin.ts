import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { adminOrderUrl, orderRights } from '../back-office/navigation.ts'
import { type AdminDeps, addAdminFile, addAdminPage } from '../back-office/service.ts'
import { createStaffAction, done } from '../back-office/staff-action.server.ts'
import { toListQuery, toListUrl } from '../back-office/table/list-url.ts'
import { listParameters } from '../back-office/table/schemas.ts'
import { linePageQuery } from '../basket/lines/line-pages.ts'
import { sendDocument, sendInvoice } from '../billing/service.ts'
import { parseOrderReference } from '../orders/order.ts'
import { type CorrectionDeps, correctionRoutes } from './corrections/routes.server.ts'
import { correspondenceRoutes } from './correspondence-routes.server.ts'
import { delayRoutes } from './despatch/delay-routes.server.ts'
import { despatchRoutes } from './despatch/despatch-routes.server.ts'
import { reservedStockRoutes } from './despatch/reserved-stock.server.ts'
import { freeOfChargeRoutes } from './list/free-of-charge.server.ts'
import { orderListRoutes } from './list/order-list.server.ts'
import { createStaffOrders, type StaffOrderDeps, type StaffOrders } from './order-page.server.ts'
import { findOrderVersion } from './queries.ts'
import { cancelPlacedOrder } from './refunds/refund-order.server.ts'
import { formatActionDone, refundRoutes } from './refunds/refund-routes.server.ts'
import { addTickAgain, formatActionRefusal, validateCancel } from './rules.ts'
import { cancelOrder } from './schemas.ts'

const params = z.object({ reference: z.string().max(20) })
const orderQuery = linePageQuery.extend({
  pick_list: z.coerce.number().int().min(1).max(999_999_999).nullable().catch(null),
})

interface OrderAdminDeps extends CorrectionDeps, StaffOrderDeps {}

/** The staff's pages of orders: the list, an order, cancelling it; the other forms have route files of their own. */
export async function orderAdminPlugin(app: FastifyInstance, deps: OrderAdminDeps): Promise<void> {
  const { context, payments } = deps
  const { db } = context
  const orders = createStaffOrders(deps)

  reservedStockRoutes(app, deps)
  despatchRoutes(app, deps, orders)
  delayRoutes(app, deps, orders)
  correctionRoutes(app, deps, orders)
  correspondenceRoutes(app, deps, orders)
  documentRoutes(app, deps, orders)
  refundRoutes(app, deps, orders)

  orderListRoutes(app, deps)
  freeOfChargeRoutes(app, deps)

  addAdminPage(
    deps,
    '/admin/orders/find',
    { right: orderRights, query: z.object({ query: listParameters.query }) },
    async ({ query: { query } }) => {
      const reference = parseOrderReference(query)
      const order = reference && (await findOrderVersion(db, reference))
      return {
        to: order
          ? adminOrderUrl(reference)
          : toListUrl('/admin/orders', toListQuery({ state: 'all', query })),
      }
    },
  )

  addAdminPage(
    deps,
    '/admin/orders/:reference',
    { right: orderRights, params, query: orderQuery },
    ({ params, query: { page, pick_list: pickList } }) => orders.render(params.reference, { page, pickList }),
  )

  const staffAction = createStaffAction(app, deps, orders.formPage)

  staffAction(cancelOrder, {
    right: 'sales',
    typed: ({ body }) => ({ typed: { cancel: body.reason } }),
    errors: ({ body }, reply) => addTickAgain('cancel-confirm', body.confirm, reply.errors),
    validate: ({ body }) => ({ errors: validateCancel(body) }),
    run: async form => {
      const { target: order, body, staff, now } = form
      const request = { staff, reason: body.reason, expectedVersion: body.seen, now }
      const result = await cancelPlacedOrder(context, payments, order.id, request)
      if (!result.ok) return orders.refuse(form, formatActionRefusal(result.reason, order))
      const what = `Order ${order.reference} has been cancelled, and ${order.contact.email} will get an email.`
      return done(formatActionDone(result, what))
    },
  })
}

const documentParams = params.extend({ file: z.string().max(30) })

function documentRoutes(app: FastifyInstance, deps: AdminDeps, orders: StaffOrders): void {
  const { context } = deps

  addAdminFile(
    app,
    deps,
    '/admin/orders/:reference/invoice.pdf',
    { right: orderRights, params },
    async ({ params: { reference }, request, reply, staff }) =>
      sendInvoice(context, { request, reply, person: staff, order: await orders.get(reference) }),
  )
  addAdminFile(
    app,
    deps,
    '/admin/orders/:reference/documents/:file',
    { right: orderRights, params: documentParams },
    async ({ params: { reference, file }, request, reply, staff }) =>
      sendDocument(context, file, { request, reply, person: staff, order: await orders.get(reference) }),
  )
}
