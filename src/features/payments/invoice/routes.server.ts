import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inTransaction } from '../../../infra/database/db.ts'
import { handle } from '../../../infra/http/handle.ts'
import type { Pages } from '../../../infra/pages/page-routes.ts'
import { enforceLimit } from '../../../infra/rate-limit/attempts.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { parsePounds } from '../../../lib/money.ts'
import { fillInContact } from '../../../lib/shop-contact.ts'
import { requirePerson, toAccountPage, toLoginRedirect, type Visitors } from '../../accounts/service.ts'
import { isHeadBuyer, type Person } from '../../accounts/visitor.ts'
import { formatDocumentNumber } from '../../billing/document.ts'
import { findOrderById } from '../../orders/service.ts'
import { findInvoiceToPay, type InvoiceToPay, lockInvoiceToPay } from '../../sales-ledger/service.ts'
import { getLinkPaymentState, registrationMessages } from '../attempts/attempt.ts'
import { findLatestAttempt } from '../attempts/queries.ts'
import { formatChangedAmount, formatLastTry, getReceived, linkMessages } from '../link/messages.ts'
import type { PaymentsContext } from '../payments-context.server.ts'
import { invoicePaymentStatus, payInvoice } from '../schemas.ts'
import { openPayment, prepareLinkPayment, supportsCardAmount } from '../service.ts'
import { payInvoicePage } from './PayInvoicePage.tsx'

interface InvoicePaymentDeps extends PaymentsContext {
  visitors: Visitors
  pages: Pick<Pages, 'get' | 'redirect'>
}

const triesPerHour = 20
const statementsUrl = '/account/statements'
export const toPayUrl = (number: number): string => `${statementsUrl}/invoices/${number}/pay`

/** An invoice on account is paid by card (R-LEDGER-12); to all but the company's head buyers it does not exist. */
export function invoicePaymentRoutes(app: FastifyInstance, payments: InvoicePaymentDeps): void {
  const { context, visitors, pages, provider } = payments
  const { config, db, now } = context

  const getInvoice = async (person: Person, number: number): Promise<InvoiceToPay> => {
    const invoice = isHeadBuyer(person) ? await findInvoiceToPay(db, person.company!.id, number) : null
    if (!invoice) throw new Problem(404)
    return invoice
  }
  const getState = async (invoice: InvoiceToPay) => {
    const attempt = await findLatestAttempt(db, { invoiceId: invoice.id })
    return { attempt, state: getLinkPaymentState(attempt, { amountDue: invoice.open }, now()) }
  }
  const authorize = (request: FastifyRequest) => requirePerson(visitors, request)

  const params = z.object({ number: z.coerce.number().int().min(1).max(999_999_999).catch(0) })
  pages.get(`${statementsUrl}/invoices/:number/pay`, { params }, async ({ params: { number }, request }) => {
    const { person } = await visitors.get(request)
    if (!person) return toLoginRedirect(request)
    const invoice = await getInvoice(person, number)
    const { attempt, state } = await getState(invoice)
    const { reference } = (await findOrderById(db, invoice.orderId))!
    const document = formatDocumentNumber('invoice', number)
    const isOpen = state === 'waiting' && attempt?.paymentPageUrl
    const props = {
      document,
      pdfUrl: `/account/orders/${reference}/documents/${document}.pdf`,
      open: invoice.open,
      received: getReceived(attempt),
      notice: formatLastTry(state, invoice.open),
      url: toPayUrl(number),
      canPay: supportsCardAmount(payments, invoice.open),
      card: isOpen ? { url: attempt.paymentPageUrl!, isTest: provider.isTest } : null,
    }
    const policy = { frameSrc: payments.providers.flatMap(({ frameOrigins }) => frameOrigins) }
    return toAccountPage(person, payInvoicePage, `Pay ${document}`, props, { policy })
  })

  handle(
    app,
    payInvoice,
    async ({ params: { number }, body: { amount }, request }) => {
      const { id, orderId } = await getInvoice(await authorize(request), number)
      await enforceLimit(db, `invoice-payment:${id}`, triesPerHour, 3600, now(), linkMessages.tooMany)
      const order = (await findOrderById(db, orderId))!
      const displayed = parsePounds(amount)
      const { open, prepared } = await inTransaction(db, async tx => {
        const { open } = await lockInvoiceToPay(tx, id)
        const isDue = open > 0 && open === displayed
        const subject = { invoiceId: id }
        const toPay = { ...order, amountDue: open }
        return { open, prepared: isDue ? await prepareLinkPayment(payments, tx, toPay, subject) : null }
      })
      const refuse = (message: string) => ({ success: false, message, next_url: null })
      if (!prepared) return refuse(open === 0 ? linkMessages.nothingDue : formatChangedAmount(open))
      const opened = await openPayment(payments, order, prepared, request.ip, { invoiceId: id })
      return opened.ok
        ? { success: true, message: '', next_url: opened.paymentPageUrl }
        : refuse(fillInContact(registrationMessages[opened.reason], config.contact))
    },
    {
      authorize,
      form: ({ params: { number }, reply }, { success, message }) =>
        pages.redirect(reply, {
          to: toPayUrl(number),
          ...(!success && { flash: { kind: 'danger', text: message } }),
        }),
    },
  )

  handle(
    app,
    invoicePaymentStatus,
    async ({ params: { number }, request }) => {
      const { state } = await getState(await getInvoice(await authorize(request), number))
      return { state: state === 'waiting' ? ('waiting' as const) : ('ended' as const) }
    },
    { authorize },
  )
}
