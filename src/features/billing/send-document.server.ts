import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../infra/app-context.ts'
import { drawDocumentJob, sendPdf } from '../../infra/pdf/draw-pdf.server.ts'
import type { PdfDocument } from '../../infra/pdf/pdf-document.server.ts'
import { toJobOwner } from '../../infra/worker-threads/thread-job.ts'
import { Problem } from '../../lib/calls/problem.ts'
import type { Attachment } from '../../ui/email/email.ts'
import type { Person } from '../accounts/visitor.ts'
import { isWithoutPayment } from '../orders/order.ts'
import { findOrderByReference } from '../orders/service.ts'
import { isBought } from '../orders/states.ts'
import { parseDocumentNumber } from './document.ts'
import { createProFormaContent, toDocumentFile } from './document-content.server.ts'
import { issueDueInvoice } from './due-invoices.server.ts'
import { isNumberedBefore } from './issue-invoice.server.ts'
import { calculateNextInvoice } from './next-invoice.ts'
import { findDocumentContent, findFirstInvoice, getDocumentOrder } from './queries.ts'

/** The first invoice of an order as an attachment; empty: none is issued. */
export async function attachInvoice({ db, threads }: AppContext, reference: string): Promise<Attachment[]> {
  const order = await findOrderByReference(db, reference)
  const content = order && (await findFirstInvoice(db, order.id))
  if (!content) return []
  const pdf = await threads.run(drawDocumentJob, 'mail', () => content)
  return [{ filename: toDocumentFile(content, reference), type: 'application/pdf', content: pdf }]
}

interface DocumentRequest {
  request: FastifyRequest
  reply: FastifyReply
  person: Person | null
  order: { id: number; reference: string }
}

/** Answers a document of an order that the visitor may see. `file`: 'INV-000042.pdf'. */
export async function sendDocument(
  context: AppContext,
  file: string,
  { order, ...request }: DocumentRequest,
): Promise<FastifyReply> {
  const parsed = file.endsWith('.pdf') ? parseDocumentNumber(file.slice(0, -'.pdf'.length)) : null
  const content = parsed && (await findDocumentContent(context.db, order.id, parsed))
  if (!content) throw new Problem(404)
  return sendContent(context, request, order.reference, content)
}

/** Answers the first invoice of an order that the visitor may see, or before it a pro forma invoice. */
export async function sendInvoice(
  context: AppContext,
  { order, ...request }: DocumentRequest,
): Promise<FastifyReply> {
  const content = await loadInvoice(context, order.id)
  if (!content) throw new Problem(404)
  return sendContent(context, request, order.reference, content)
}

async function loadInvoice(context: AppContext, orderId: number): Promise<PdfDocument | null> {
  const { config, db } = context
  const issued = await findFirstInvoice(db, orderId)
  if (issued) return issued
  const order = await getDocumentOrder(db, orderId)
  const isBoughtNow = isBought(order.state)
  // The job of the minute has not come to it yet.
  const isDue = isNumberedBefore(order) || (config.invoiceWhen === 'placed' && isBoughtNow && !order.onStop)
  if (isDue) {
    await issueDueInvoice(context, orderId, context.now())
    return findFirstInvoice(db, orderId)
  }
  const sums = isBoughtNow && !isWithoutPayment(order) ? calculateNextInvoice(order, 'rest', []) : null
  return sums && createProFormaContent(config, order, sums)
}

async function sendContent(
  context: AppContext,
  { request, reply, person }: Omit<DocumentRequest, 'order'>,
  reference: string,
  content: PdfDocument,
): Promise<FastifyReply> {
  const pdf = await context.threads.run(drawDocumentJob, toJobOwner(request, person), () => content)
  return sendPdf(reply, toDocumentFile(content, reference), pdf)
}
