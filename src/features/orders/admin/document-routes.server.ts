import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { toLoginRedirect } from '../../accounts/service.ts'
import { orderRights } from '../../admin/navigation.ts'
import { type AdminDeps, requireStaff } from '../../admin/service.ts'
import { sendDocument, sendInvoice } from '../documents/send-document.server.ts'
import type { StaffOrders } from './order-page.server.ts'

const params = z.object({ reference: z.string().max(20), file: z.string().max(30).optional() })

/** The invoices and credit notes of an order, for staff. */
export function documentRoutes(
  app: FastifyInstance,
  { context, visitors, pages }: AdminDeps,
  orders: StaffOrders,
): void {
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const { person } = await visitors.get(request)
    if (!person) return pages.redirect(reply, toLoginRedirect(request))
    const staff = await requireStaff(visitors, request, orderRights)
    const { reference, file } = request.params as z.output<typeof params>
    const answer = { request, reply, person: staff, order: await orders.get(reference) }
    return file === undefined ? sendInvoice(context, answer) : sendDocument(context, file, answer)
  }
  app.get('/admin/orders/:reference/invoice.pdf', { schema: { params } }, send)
  app.get('/admin/orders/:reference/documents/:file', { schema: { params } }, send)
}
