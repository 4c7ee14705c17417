import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { orderRights } from '../back-office/navigation.ts'
import { type AdminDeps, addAdminFile } from '../back-office/service.ts'
import { sendDocument, sendInvoice } from '../billing/service.ts'
import type { StaffOrders } from './order-page.server.ts'

const params = z.object({ reference: z.string().max(20) })
const documentParams = params.extend({ file: z.string().max(30) })

/** The invoices and credit notes of an order, for staff. */
export function documentRoutes(app: FastifyInstance, deps: AdminDeps, orders: StaffOrders): void {
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
