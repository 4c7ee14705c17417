import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../infra/app-context.ts'
import { drawDocumentJob } from '../../../infra/pdf/draw-document-job.server.ts'
import { toJobOwner } from '../../../infra/worker-threads/job-owner.ts'
import { Problem } from '../../../lib/problem.ts'
import type { Person } from '../../accounts/visitor.ts'
import type { AccountOrder } from '../account/account-order.ts'
import { isBought } from '../states.ts'
import { formatInvoiceNumber } from './invoice.ts'
import { ensureInvoiceNumber } from './numbering.server.ts'
import { createInvoiceDocument } from './pdf.server.ts'

/** Answers the invoice of an order that the visitor may see; a 404 while it is not placed. */
export async function sendInvoice(
  context: AppContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  person: Person | null,
  order: AccountOrder | null,
): Promise<FastifyReply> {
  if (!order || !isBought(order.state)) throw new Problem(404)
  const { number, due } =
    order.invoiceNumber === null
      ? await ensureInvoiceNumber(context, order.id)
      : { number: order.invoiceNumber, due: order.invoiceDue }
  const formatted = formatInvoiceNumber(number)
  const pdf = await context.threads.run(drawDocumentJob, toJobOwner(request, person), () =>
    createInvoiceDocument(context.config, order, { number: formatted, due }),
  )
  return reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="invoice-${formatted}-${order.reference}.pdf"`)
    .header('cache-control', 'private, no-store')
    .send(pdf)
}
