import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Tx } from '../../../infra/app-context.ts'
import { handle } from '../../../infra/http/handle.ts'
import type { Pages } from '../../../infra/pages/page-routes.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { requirePerson, toAccountPage, toLoginRedirect, type Visitors } from '../../accounts/service.ts'
import { isHeadBuyer, type Person } from '../../accounts/visitor.ts'
import { formatDocumentNumber } from '../../billing/document.ts'
import { findOrderById } from '../../orders/service.ts'
import { findInvoiceToPay, type InvoiceToPay, lockInvoiceToPay } from '../../sales-ledger/service.ts'
import { getDueStatus, openDuePayment, readDuePayment, toRedirect } from '../link/due-payment.server.ts'
import type { PaymentsContext } from '../payments-context.server.ts'
import { invoicePaymentStatus, payInvoice } from '../schemas.ts'
import { supportsCardAmount } from '../service.ts'
import { payInvoicePage } from './PayInvoicePage.tsx'

interface InvoicePaymentDeps extends PaymentsContext {
  visitors: Visitors
  pages: Pick<Pages, 'get' | 'redirect'>
}

const statementsUrl = '/account/statements'
export const toPayUrl = (number: number): string => `${statementsUrl}/invoices/${number}/pay`

/** An invoice on account is paid by card (R-LEDGER-12); to all but the company's head buyers it does not exist. */
export function invoicePaymentRoutes(app: FastifyInstance, payments: InvoicePaymentDeps): void {
  const { context, visitors, pages } = payments
  const { db } = context

  const getInvoice = async (person: Person, number: number): Promise<InvoiceToPay> => {
    const invoice = isHeadBuyer(person) ? await findInvoiceToPay(db, person.company!.id, number) : null
    if (!invoice) throw new Problem(404)
    return invoice
  }
  const authorize = (request: FastifyRequest) => requirePerson(visitors, request)

  const params = z.object({ number: z.coerce.number().int().min(1).max(999_999_999).catch(0) })
  pages.get(`${statementsUrl}/invoices/:number/pay`, { params }, async ({ params: { number }, request }) => {
    const { person } = await visitors.get(request)
    if (!person) return toLoginRedirect(request)
    const invoice = await getInvoice(person, number)
    const { id, orderId, open } = invoice
    const { policy, ...payment } = await readDuePayment(payments, {
      subject: { invoiceId: id },
      amountDue: open,
    })
    const { reference } = (await findOrderById(db, orderId))!
    const document = formatDocumentNumber('invoice', number)
    const props = {
      ...{ document, open, ...payment, url: toPayUrl(number) },
      pdfUrl: `/account/orders/${reference}/documents/${document}.pdf`,
      canPay: supportsCardAmount(payments, open),
    }
    return toAccountPage(person, payInvoicePage, `Pay ${document}`, props, { policy })
  })

  handle(
    app,
    payInvoice,
    async ({ params: { number }, body: { amount: displayed }, request }) => {
      const { id, orderId } = await getInvoice(await authorize(request), number)
      const order = (await findOrderById(db, orderId))!
      const lock = async (tx: Tx) => (await lockInvoiceToPay(tx, id)).open
      const subject = { invoiceId: id }
      return openDuePayment(payments, { order, subject, displayed, clientIp: request.ip, lock })
    },
    {
      authorize,
      form: ({ params: { number }, reply }, result) =>
        pages.redirect(reply, toRedirect(toPayUrl(number), result)),
    },
  )

  handle(
    app,
    invoicePaymentStatus,
    async ({ params: { number }, request }) => {
      const { id, open } = await getInvoice(await authorize(request), number)
      return getDueStatus(payments, { subject: { invoiceId: id }, amountDue: open })
    },
    { authorize },
  )
}
