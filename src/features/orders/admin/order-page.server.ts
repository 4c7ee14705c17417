import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EmailForStaff } from '../../../infra/mail/define-email.server.ts'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import { withoutPromise } from '../../../lib/availability.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import type { StaffReply } from '../../back-office/schemas.ts'
import { type AdminDeps, answerStaffForm } from '../../back-office/service.ts'
import { getOrderPayments } from '../../payments/service.ts'
import type { OrderReturnItem } from '../account/order-returns.ts'
import type { OrderEmail } from '../correspondence/correspondence.ts'
import { listOrderEmails } from '../correspondence/queries.ts'
import { listOlderOrders, listOpenLines } from '../despatch/queries.ts'
import { listToCome, toDespatchedPieces } from '../despatch/rules.ts'
import { listPiecesToInvoice, toIssuedLines } from '../documents/issue-credit-note.server.ts'
import { getCreditable } from '../documents/next-credit.ts'
import { getDocumentOrder } from '../documents/queries.ts'
import { orderChangedEmail } from '../emails/OrderChangedEmail.tsx'
import { paymentRequestedEmail } from '../emails/PaymentEmails.tsx'
import { findPageOfLines, pickLinePage } from '../line-pages.ts'
import { toPickListUrl } from '../picking/pick-list.ts'
import { findOrderByReference } from '../queries.ts'
import type { Order } from '../service.ts'
import { adminOrderPage } from './AdminOrderPage.tsx'
import { pickCreditLines } from './credit-form.ts'
import { listContested } from './despatch-view.ts'
import { listDiscardedInput, omitGoneErrors } from './discarded-input.ts'
import type { AdminOrderPageProps, TypedForms } from './page-props.ts'
import { findOrderVersion, getAdminOrderDetails, listChangesSince, type OrderVersion } from './queries.ts'
import { adminOrderUrl, formatChanges, formatNews, toAdminOrderView } from './view.ts'

export interface SentForm {
  params: { reference: string }
  request: FastifyRequest
  reply: FastifyReply
}

type RenderedForm = Partial<Pick<AdminOrderPageProps, 'typed' | 'errors' | 'notice' | 'pickList'>> & {
  page?: string | undefined
  /** Of what is rendered; absent: it is read. */
  row?: OrderVersion
}

/** A form as it was sent. */
interface SentOrderForm {
  /** The version that it was made from; null: it depends on none. */
  seen: string | null
  typed?: TypedForms
  pickList?: number | null
}

/** What the calls of the staff's order page share: the order, the page, the answer to its plain forms. */
export interface StaffOrders {
  /** Throws a 404. */
  get(reference: string): Promise<Order>
  /** Throws a 404. */
  render(reference: string, form: RenderedForm): Promise<PageResult>
  /** What happened to the order since the version that a page showed, as a sentence to append; ''. */
  describeChanges(orderId: number, seen: string): Promise<string>
  /** A rejected form is displayed again as it was typed, with the order as it is now. */
  answer(form: SentForm, reply: StaffReply, sent: SentOrderForm): Promise<FastifyReply>
}

export interface StaffOrderDeps extends AdminDeps {
  /** All that the shop declares. */
  emails: readonly EmailForStaff[]
  /** The returns of an order, with the staff's pages of them (src/app.ts). */
  listReturns: (orderId: number) => Promise<OrderReturnItem[]>
}

/** When the customer got a payment link: that the order has changed has it too. The newest e-mail comes first. */
const findLinkSentAt = (emails: readonly OrderEmail[]): Date | null =>
  emails.find(({ kind }) => kind === paymentRequestedEmail.kind || kind === orderChangedEmail.kind)?.sentAt ??
  null

export function createStaffOrders({
  context: { db, now },
  pages,
  emails: declaredEmails,
  listReturns,
}: StaffOrderDeps): StaffOrders {
  const get = async (reference: string): Promise<Order> => {
    const order = await findOrderByReference(db, reference)
    if (!order || order.kind === 'quote') throw new Problem(404)
    return order
  }

  // Read first: a change while the rest is read then makes the page outdated.
  const getVersion = async (reference: string): Promise<OrderVersion> => {
    const row = await findOrderVersion(db, reference)
    if (!row) throw new Problem(404)
    return row
  }

  const render = async (reference: string, form: RenderedForm): Promise<PageResult> => {
    const { id, version } = form.row ?? (await getVersion(reference))
    const [order, details, payments, openLines, emails, returns] = await Promise.all([
      getDocumentOrder(db, id),
      getAdminOrderDetails(db, id),
      getOrderPayments(db, id),
      listOpenLines(db, id),
      listOrderEmails(db, declaredEmails, reference),
      listReturns(id),
    ])
    const { typed = {}, notice = null, pickList = null } = form
    // Pieces on account that have not left are invoiced when they are credited.
    const open = listToCome(openLines, []).map(({ line: { position }, quantity }) => ({ position, quantity }))
    const toInvoice = listPiecesToInvoice(order, toDespatchedPieces(openLines), open)
    const { lines, total } = getCreditable(toIssuedLines(order, order.onStop ? [] : toInvoice))
    // Amounts that were credited may leave nothing of lines whose pieces were not.
    const creditable = {
      ...getCreditable(toIssuedLines(order)),
      lines: total > 0 ? lines : [],
      isExact: toInvoice.length === 0,
    }
    const olderOrders = await listOlderOrders(db, id, listContested(openLines))
    const today = toLondonTime(now()).date
    const linkSentAt = findLinkSentAt(emails)
    const current = { lines: openLines, olderOrders, emails, linkSentAt, creditable, today }
    const view = toAdminOrderView(order, details, payments, current, typed)
    const page = findPageOfLines(view.lines, typed.refund?.lines ?? []) ?? form.page
    const pagedView = pickLinePage(view, page, view.url)
    const credit = pickCreditLines(view.credit, pagedView.lines, typed.refund)
    const discardedInput = listDiscardedInput(view, typed, openLines)
    const errors = notice === null ? (form.errors ?? {}) : omitGoneErrors(view, typed, form.errors ?? {})
    const props = {
      order: { ...pagedView, credit },
      returns,
      version,
      requestKey: randomUUID(),
      pickList,
      typed,
      discardedInput,
      errors,
      notice,
    }
    const title = `${notice !== null || Object.keys(errors).length > 0 ? 'Error: ' : ''}Order ${reference}`
    return toPageResult(adminOrderPage, props, { title, layout: withoutPromise })
  }

  const answer: StaffOrders['answer'] = (form, reply, { seen, typed = {}, pickList = null }) => {
    const { reference } = form.params
    return answerStaffForm(pages, form, reply, {
      to: pickList === null ? adminOrderUrl(reference) : toPickListUrl(pickList),
      getCurrent: async () => {
        const row = await getVersion(reference)
        const isOutdated = seen !== null && row.version !== seen
        return { version: row, news: isOutdated ? formatNews(await listChangesSince(db, row.id, seen)) : '' }
      },
      render: (rejection, row) => render(reference, { typed, pickList, row, ...rejection }),
    })
  }

  const describeChanges = async (orderId: number, seen: string) =>
    formatChanges(await listChangesSince(db, orderId, seen))

  return { get, render, describeChanges, answer }
}
