import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Tx } from '../../../infra/app-context.ts'
import { handle } from '../../../infra/http/handle.ts'
import type { Pages } from '../../../infra/pages/page-routes.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import { withoutPromise } from '../../../lib/availability.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { formatDate } from '../../../lib/dates.ts'
import { toAccountNavigation } from '../../accounts/navigation.ts'
import { requirePerson, toLoginRedirect, type Visitors } from '../../accounts/service.ts'
import { isHeadBuyer, type Person } from '../../accounts/visitor.ts'
import { formatDocumentNumber } from '../../billing/document.ts'
import { isInvoicePaymentKey, toLinkUrl } from '../../billing/service.ts'
import { findOrderById } from '../../orders/service.ts'
import { findInvoiceToPay, type InvoiceToPay, lockInvoiceToPay } from '../../sales-ledger/service.ts'
import { getDueStatus, openDuePayment, readDuePayment, toRedirect } from '../link/due-payment.server.ts'
import type { PaymentsContext } from '../payments-context.server.ts'
import { invoicePaymentStatus, linkedInvoiceStatus, payInvoice, payLinkedInvoice } from '../schemas.ts'
import { supportsCardAmount } from '../service.ts'
import { type PayInvoicePageProps, payInvoicePage } from './PayInvoicePage.tsx'

interface InvoicePaymentDeps extends PaymentsContext {
  visitors: Visitors
  pages: Pick<Pages, 'get' | 'redirect'>
}

const statementsUrl = '/account/statements'
const toPayUrl = (number: number): string => `${statementsUrl}/invoices/${number}/pay`

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

  const params = payInvoice.params
  pages.get(`${statementsUrl}/invoices/:number/pay`, { params }, async ({ params: { number }, request }) => {
    const { person } = await visitors.get(request)
    if (!person) return toLoginRedirect(request)
    const invoice = await getInvoice(person, number)
    const { reference, purchaseOrder, issuedOn, dueOn, next } = invoice
    const document = formatDocumentNumber('invoice', number)
    const account = {
      navigation: toAccountNavigation(person),
      pdfUrl: `/account/orders/${reference}/documents/${document}.pdf`,
      facts: {
        Date: formatDate(issuedOn),
        Due: dueOn ? formatDate(dueOn) : '',
        Order: reference,
        'PO number': purchaseOrder,
      },
      next: next && {
        name: formatDocumentNumber('invoice', next.number),
        open: next.open,
        url: toPayUrl(next.number),
      },
    }
    return renderInvoice(invoice, account, toPayUrl(number))
  })

  const renderInvoice = async (
    { id, number, open, company }: InvoiceToPay,
    account: PayInvoicePageProps['account'],
    url: string,
    key = '',
  ) => {
    const { policy, ...payment } = await readDuePayment(payments, {
      subject: { invoiceId: id },
      amountDue: open,
    })
    const document = formatDocumentNumber('invoice', number)
    const props = {
      ...{ account, open, ...payment, url: `${url}${key}`, statusUrl: `${url}/status${key}` },
      name: `Invoice ${document}${account === null && open > 0 ? `, ${company}` : ''}`,
      canPay: supportsCardAmount(payments, open),
    }
    const layout = account === null && { layout: withoutPromise }
    return toPageResult(payInvoicePage, props, { title: `Pay ${document}`, noindex: true, ...layout, policy })
  }

  const openForm = async ({ id, orderId }: InvoiceToPay, displayed: string, request: FastifyRequest) => {
    const order = (await findOrderById(db, orderId))!
    const lock = async (tx: Tx) => (await lockInvoiceToPay(tx, id)).open
    const subject = { invoiceId: id }
    return openDuePayment(payments, { order, subject, displayed, clientIp: request.ip, lock })
  }

  const getStatus = ({ id, open }: InvoiceToPay) =>
    getDueStatus(payments, { subject: { invoiceId: id }, amountDue: open })

  handle(
    app,
    payInvoice,
    async ({ params: { number }, body: { amount }, request }) =>
      openForm(await getInvoice(await authorize(request), number), amount, request),
    {
      authorize,
      form: ({ params: { number }, reply }, result) =>
        pages.redirect(reply, toRedirect(toPayUrl(number), result)),
    },
  )

  handle(
    app,
    invoicePaymentStatus,
    async ({ params: { number }, request }) => getStatus(await getInvoice(await authorize(request), number)),
    { authorize },
  )

  const getLinkedInvoice = async (number: number, key: string): Promise<InvoiceToPay> => {
    const isSigned = isInvoicePaymentKey(context.config, number, key)
    const invoice = isSigned ? await findInvoiceToPay(db, null, number) : null
    if (!invoice) throw new Problem(404)
    return invoice
  }
  const toQuery = (key: string): string => `?${new URLSearchParams({ key })}`

  const query = payLinkedInvoice.query
  pages.get('/pay/invoice/:number', { params, query }, async context => {
    const { number } = context.params
    const { key } = context.query
    const invoice = await getLinkedInvoice(number, key)
    const { person } = await visitors.get(context.request)
    if (person && isHeadBuyer(person) && person.company?.id === invoice.companyId)
      return { to: toPayUrl(number) }
    return renderInvoice(invoice, null, toLinkUrl(number), toQuery(key))
  })

  handle(
    app,
    payLinkedInvoice,
    async ({ params: { number }, query: { key }, body: { amount }, request }) =>
      openForm(await getLinkedInvoice(number, key), amount, request),
    {
      form: ({ params: { number }, query: { key }, reply }, result) =>
        pages.redirect(reply, toRedirect(`${toLinkUrl(number)}${toQuery(key)}`, result)),
    },
  )

  handle(app, linkedInvoiceStatus, async ({ params: { number }, query: { key } }) =>
    getStatus(await getLinkedInvoice(number, key)),
  )
}
