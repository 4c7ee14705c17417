import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '../../../infra/app-context.ts'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { type Address, addressFields, formatAddressLines } from '../../../lib/contact/address.ts'
import { formatPounds, type Pence, parsePounds, toPounds, zero } from '../../../lib/money.ts'
import { hasGodmode } from '../../accounts/visitor.ts'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import { parseOriginal } from '../../back-office/original-form.ts'
import { type AdminDeps, addAdminPage } from '../../back-office/service.ts'
import { createStaffAction, done, invalid, refuse } from '../../back-office/staff-action.server.ts'
import {
  findPageOfLines,
  type LinePaging,
  linePageQuery,
  pickLinePage,
} from '../../basket/lines/line-pages.ts'
import { isSameAddress, omitSums, toHistoryChange } from '../../corrections/changes.ts'
import {
  type Correctable,
  correctionRefusals,
  type PlannedCorrection,
  type TypedCorrection,
} from '../../corrections/correction.ts'
import { type DeliveryRules, listChoices, listCorrectionOptions } from '../../corrections/delivery.ts'
import { canCorrect, pickFields } from '../../corrections/plan.ts'
import {
  correctOrder as correct,
  getCorrectionState,
  getGoods,
  listCorrectableLines,
  type PaymentChange,
} from '../../corrections/service.ts'
import { mergeFields } from '../../corrections/validate.ts'
import { formatChosenDelivery, formatStartedDelivery } from '../../delivery/chosen-delivery.ts'
import { formatChange } from '../../orders/history.ts'
import { isPaidOnline, type Order, type OrderTotals, pickTotals } from '../../orders/order.ts'
import { findOrderById, getOrderVersion } from '../../orders/service.ts'
import type { PaymentsContext } from '../../payments/service.ts'
import type { OrderChange } from '../admin-order.ts'
import type { StaffOrders } from '../order-page.server.ts'
import { listChangesSince } from '../queries.ts'
import { formatRefund, formatToRestock } from '../rules.ts'
import { correctOrder, originalCorrection } from '../schemas.ts'
import { toChangesSince } from '../view.ts'
import { correctionPage } from './CorrectionPage.tsx'
import {
  type ConfirmedSums,
  type CorrectionPageProps,
  canChangeGoods,
  toLineFields,
} from './correction-props.ts'
import { formatOriginal, listDiscardedLines, pickTyped } from './original-correction.ts'

const params = z.object({ reference: z.string().max(20) })

export interface CorrectionDeps extends AdminDeps {
  payments: PaymentsContext | null
  countries: DeliveryRules['countries']
}

export function correctionRoutes(app: FastifyInstance, deps: CorrectionDeps, orders: StaffOrders): void {
  const { context, pages, payments, countries } = deps
  const { db, config } = context
  const getRules = () => ({
    countries,
    settings: config.delivery,
    phone: config.contact.phone,
    now: context.now(),
  })

  addAdminPage(
    deps,
    '/admin/orders/:reference/correct',
    { right: 'sales', params, query: linePageQuery },
    async ({ params: { reference }, query: { page } }) => {
      const order = await orders.get(reference)
      if (!canCorrect(order)) return { to: adminOrderUrl(reference) }
      return renderCorrection(context, getRules(), order.id, { ...emptyForm, page })
    },
  )

  const staffAction = createStaffAction(app, deps, {
    load: orders.formPage.load,
    toUrl: ({ params: { reference } }) => adminOrderUrl(reference),
  })

  staffAction(correctOrder, {
    right: 'sales',
    reply: { sums: null, news: null },
    run: async form => {
      const { target: order, body, staff, requestKey } = form
      const { seen, request: _key, confirm, displayed: _displayed, original: _original, ...typed } = body
      const result = await correct(db, payments, order.id, {
        ...{ staff, expectedVersion: seen, requestKey, typed, sellsBelowCost: hasGodmode(staff) },
        confirmedTotal: parsePounds(confirm),
        rules: getRules(),
        overdueHoldDays: context.config.overdueHoldDays,
      })
      if (result.ok) {
        const { contact } = (await findOrderById(db, order.id))!
        const corrected = `Order ${order.reference} has been corrected, and ${contact.email} will get an email.`
        const { money, due, isHeldForAccount, toRestock } = result
        const held = isHeldForAccount ? 'It is held now: its account doesn’t allow that much.' : ''
        const parts = [corrected, formatRefund(money), formatDue(due), held, formatToRestock(toRestock)]
        return done(parts.filter(Boolean).join(' '))
      }
      if (result.reason === 'to_confirm') return toConfirmation(order, result.correction, result.change)
      if (result.reason === 'invalid') return invalid(result.errors)
      if (result.reason === 'changed') return toOutdated(await listChangesSince(db, order.id, seen))
      const message = correctionRefusals[result.reason]
      return result.reason === 'nothing_changed' ? refuse(message) : orders.refuse(form, message)
    },
    answer: async (form, { success, message, errors, sums, news: changesSince }) => {
      const { reference } = form.params
      const flash = { kind: 'success', text: message } as const
      if (success) return pages.redirect(form.reply, { to: adminOrderUrl(reference), flash })
      // The typed values stay on the page, even when nothing of the order can be corrected any more.
      const { id } = await orders.get(reference)
      const isFirstLook = sums !== null && !form.body.displayed
      const page = await renderCorrection(context, getRules(), id, {
        ...{ typed: form.body, original: form.body.original, changesSince, sums },
        errors: isFirstLook ? {} : errors,
        notice: changesSince === null ? message || null : null,
        status: isFirstLook ? 200 : message === '' ? 422 : 409,
      })
      return pages.send(form.request, form.reply, page)
    },
  })
}

const formatDue = (due: Pence): string =>
  due > 0 ? `It has a link to pay ${formatPounds(due)} by card, and the order is held until then.` : ''

/** For who comes second. */
function toOutdated(changes: readonly OrderChange[]) {
  const changesSince = toChangesSince(changes)
  const sentences = [
    changesSince.heading,
    ...changesSince.changes.map(text => `${text}.`),
    correctionRefusals.changed,
  ]
  return { ...refuse(sentences.join(' ')), reply: { sums: null, news: changesSince } }
}

/** What it would cost, and the box that confirms it. */
const toConfirmation = (
  order: Order,
  { totals, changes }: PlannedCorrection,
  { back, due }: PaymentChange,
) => ({
  ...invalid({ confirm: `Tick the box to confirm the new total of ${formatPounds(totals.total)}.` }),
  reply: {
    sums: {
      before: toSums(pickTotals(order)),
      after: toSums(totals),
      refund: toPounds(back),
      to_pay: toPounds(due),
      changes: omitSums(changes).map(change => formatChange(toHistoryChange(change))),
    },
    news: null,
  },
})

const toSums = ({ subtotal, discount, deliveryCost, vat, total }: OrderTotals) => ({
  subtotal: toPounds(subtotal),
  discount: toPounds(discount),
  delivery: toPounds(deliveryCost ?? zero),
  vat: toPounds(vat),
  total: toPounds(total),
})

interface CorrectionForm {
  typed: TypedCorrection
  /** `formatOriginal` of the page that it was typed into; ''. */
  original: string
  errors: FieldErrors
  notice: string | null
  changesSince: CorrectionPageProps['changesSince']
  sums: ConfirmedSums | null
  status?: number
  /** Of the lines; the others stay as they are. */
  page?: string | undefined
}

export const emptyForm: CorrectionForm = {
  typed: { lines: [] },
  original: '',
  errors: {},
  notice: null,
  changesSince: null,
  sums: null,
}

/** The form that corrects an order, as the order stands or as it was typed. */
async function renderCorrection(
  { db }: Pick<AppContext, 'db'>,
  rules: DeliveryRules,
  orderId: number,
  { original, errors, notice, changesSince, sums, status, page, ...form }: CorrectionForm,
): Promise<PageResult> {
  // Read first: a change while the rest is read then makes the page outdated.
  const version = await getOrderVersion(db, orderId)
  const order = (await findOrderById(db, orderId))!
  const [lines, { invoiced }] = await Promise.all([
    listCorrectableLines(db, orderId),
    getCorrectionState(db, orderId),
  ])
  const { weights } = await getGoods(
    db,
    lines.map(({ productId }) => productId),
  )
  const fields = pickFields(order)
  const typed = pickTyped(form.typed, parseOriginal(originalCorrection, original), fields, lines)
  const hasVoucher = order.discount > 0
  const url = adminOrderUrl(order.reference)
  const { lines: listedLines, paging } = pickListedLines(lines, form.typed, page, url)
  const options = listCorrectionOptions(mergeFields(fields, typed), lines, weights, rules)
  const props: CorrectionPageProps = {
    reference: order.reference,
    url,
    version,
    original: formatOriginal(fields, listedLines),
    requestKey: randomUUID(),
    errors,
    notice,
    changesSince,
    sums,
    contact: typed.contact ?? fields.contact,
    delivery: typed.delivery ?? fields.delivery,
    billing: typed.billing ?? fields.billing,
    deliveryLines: formatAddressLines(fields.delivery),
    billingLines: formatAddressLines(fields.billing),
    isDeliveryTyped: isOpen('delivery', errors, typed.delivery, fields.delivery),
    isBillingTyped: isOpen('billing', errors, typed.billing, fields.billing),
    purchaseOrder: typed.purchase_order ?? fields.purchaseOrder,
    deliveryInstructions: typed.delivery_instructions ?? fields.deliveryInstructions,
    deliveryText: order.state === 'placed' ? formatChosenDelivery(fields) : formatStartedDelivery(fields),
    deliveryCharge: formatDeliveryCharge(order.deliveryCost),
    deliveryOption: typed.delivery_option ?? '',
    choices: listChoices(options, lines),
    countries: rules.countries,
    lines: listedLines.map(line => toLineFields(line, typed)),
    paging,
    invoiced,
    isPaidOnline: isPaidOnline(order),
    hasVoucher,
    discardedInput: listDiscardedLines(
      typed.lines,
      canChangeGoods({ invoiced, hasVoucher }) ? listedLines : [],
    ),
  }
  const title = `${Object.keys(errors).length > 0 ? 'Error: ' : ''}Correct order ${order.reference}`
  return toPageResult(correctionPage, props, { title, noindex: true, ...(status && { status }) })
}

function formatDeliveryCharge(cost: Order['deliveryCost']): string {
  if (cost === null) return ''
  return cost === 0 ? 'FREE' : `${formatPounds(cost)} ex VAT`
}

/** The lines of a page, or those that were sent with the form. */
function pickListedLines(
  all: readonly Correctable[],
  sentForm: TypedCorrection,
  page: string | undefined,
  url: string,
): { lines: Correctable[]; paging: LinePaging } {
  const sentPage = findPageOfLines(all, sentForm.lines)
  const { lines, paging } = pickLinePage({ lines: all }, sentPage ?? page, `${url}/correct`)
  const sent = new Set(sentForm.lines.map(({ position }) => position))
  return { lines: sentPage ? all.filter(({ position }) => sent.has(position)) : [...lines], paging }
}

/** The fields of an address are folded while nothing in them was typed or is wrong. */
const isOpen = (
  part: 'delivery' | 'billing',
  errors: FieldErrors,
  typed: Address | undefined,
  stored: Address,
) =>
  (typed !== undefined && !isSameAddress(typed, stored)) ||
  addressFields.some(field => `${part}-${field}` in errors)
