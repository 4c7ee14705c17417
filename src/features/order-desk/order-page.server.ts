import { randomUUID } from 'node:crypto'
import { createElement } from 'react'
import type { EmailForStaff } from '../../infra/mail/define-email.server.ts'
import { type PageResult, toPageResult } from '../../infra/pages/render.ts'
import { withoutPromise } from '../../lib/availability.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { toLondonTime } from '../../lib/dates.ts'
import { adminOrderUrl } from '../back-office/navigation.ts'
import type { AdminDeps } from '../back-office/service.ts'
import { refuse, type StaffFormPage } from '../back-office/staff-action.server.ts'
import { findPageOfLines, pickLinePage } from '../basket/lines/line-pages.ts'
import { getCreditable } from '../billing/next-credit.ts'
import { paymentRequestedEmail } from '../billing/PaymentEmails.tsx'
import { getDocumentOrder, listPiecesToInvoice, toIssuedLines } from '../billing/service.ts'
import { orderChangedEmail } from '../corrections/OrderChangedEmail.tsx'
import type { OrderEmail } from '../correspondence/correspondence.ts'
import { listOrderEmails } from '../correspondence/service.ts'
import type { OrderReturnItem } from '../order-pages/ReturnsSection.tsx'
import { createPaymentPath, findOrderByReference, type Order } from '../orders/service.ts'
import { getOrderPayments } from '../payments/service.ts'
import { listToCome, toDespatchedPieces } from '../warehouse/despatch/rules.ts'
import { toPickListUrl } from '../warehouse/picking/pick-list.ts'
import { listOpenLines, listOrdersAhead } from '../warehouse/service.ts'
import { listContested } from './despatch/despatch-view.ts'
import { listDiscardedInput, omitGoneErrors } from './discarded-input.ts'
import { AdminOrderLines } from './page/AdminOrderLines.tsx'
import { adminOrderPage } from './page/AdminOrderPage.tsx'
import { findOrderVersion, getAdminOrderDetails, listChangesSince, type OrderVersion } from './queries.ts'
import { pickCreditLines } from './refunds/credit-form.ts'
import {
  type AdminOrderPageProps,
  formatChanges,
  formatOutdated,
  type TypedForms,
  toAdminOrderView,
} from './view.ts'

type RenderedForm = Partial<Pick<AdminOrderPageProps, 'typed' | 'errors' | 'notice' | 'pickList'>> & {
  page?: string | undefined
  /** Of what is rendered; absent: it is read. */
  row?: OrderVersion
}

interface TypedOrderForm {
  typed?: TypedForms
  pickList?: number | null
}

type OrderFormPage = Required<
  Pick<
    StaffFormPage<{ reference: string }, Order & { version: string }, TypedOrderForm | undefined>,
    'load' | 'describeChanges' | 'toUrl' | 'render'
  >
>

export interface StaffOrders {
  get(reference: string): Promise<Order>
  render(reference: string, form: RenderedForm): Promise<PageResult>
  /** What happened to the order since the version that a page showed, as a sentence to append; ''. */
  describeChanges(orderId: number, expectedVersion: string): Promise<string>
  /** Refuses a form; who comes second reads what the other has done. */
  refuse(form: { target: Order; expectedVersion: string | undefined }, message: string): Promise<StaffRefusal>
  formPage: OrderFormPage
}

type StaffRefusal = ReturnType<typeof refuse>

export interface StaffOrderDeps extends AdminDeps {
  emails: readonly EmailForStaff[]
  /** The returns of an order, with the staff's pages of them (src/app.ts). */
  listReturns: (orderId: number) => Promise<OrderReturnItem[]>
  /** False: there are no payment links. */
  takesCards: boolean
}

/** When the customer got a payment link: that the order has changed has it too. The newest e-mail comes first. */
const findLinkSentAt = (emails: readonly OrderEmail[]): Date | null =>
  emails.find(({ kind }) => kind === paymentRequestedEmail.kind || kind === orderChangedEmail.kind)?.sentAt ??
  null

export function createStaffOrders({
  context: { baseUrl, config, db, now },
  emails: declaredEmails,
  listReturns,
  takesCards,
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
    const olderOrders = await listOrdersAhead(db, id, listContested(openLines))
    const today = toLondonTime(now()).date
    const linkSentAt = findLinkSentAt(emails)
    const paymentUrl = takesCards ? `${baseUrl()}${createPaymentPath(config.sessionSecret, order)}` : ''
    const current = { lines: openLines, olderOrders, emails, linkSentAt, paymentUrl, creditable, today }
    const view = toAdminOrderView(order, details, payments, current, typed)
    const page = findPageOfLines(view.lines, typed.refund?.lines ?? []) ?? form.page
    const pagedView = pickLinePage(view, page, view.url)
    const credit = pickCreditLines(view.credit, pagedView.lines, typed.refund)
    const discardedInput = listDiscardedInput(view, typed, openLines)
    const errors = notice === null ? (form.errors ?? {}) : omitGoneErrors(view, typed, form.errors ?? {})
    const pageOrder = { ...pagedView, credit }
    const props = {
      order: pageOrder,
      lines: () => createElement(AdminOrderLines, { order: pageOrder }),
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

  const describeChanges = async (orderId: number, expectedVersion: string) =>
    formatChanges(await listChangesSince(db, orderId, expectedVersion))

  const formPage: OrderFormPage = {
    load: async ({ reference }) => {
      const { version } = await getVersion(reference)
      return { ...(await get(reference)), version }
    },
    describeChanges: async ({ id }, expectedVersion) =>
      formatOutdated(await listChangesSince(db, id, expectedVersion)),
    toUrl: ({ params: { reference }, body }) => {
      const { pick_list: pickList } = (body ?? {}) as { pick_list?: number | null }
      return pickList ? toPickListUrl(pickList) : adminOrderUrl(reference)
    },
    render: ({ id, reference, version }, form, rejection) =>
      render(reference, { ...form, row: { id, version }, ...rejection }),
  }

  return {
    get,
    render,
    describeChanges,
    // Added to every refusal: that the order is held or has left may be the change.
    refuse: async ({ target: { id }, expectedVersion = '' }, message) =>
      refuse(`${message}${await describeChanges(id, expectedVersion)}`),
    formPage,
  }
}
