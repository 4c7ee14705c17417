import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../../infra/app-context.ts'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { type Address, addressFields, formatAddressLines } from '../../../lib/contact/address.ts'
import { formatPounds } from '../../../lib/money.ts'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import { findPageOfLines, type LinePaging, pickLinePage } from '../../basket/lines/line-pages.ts'
import { isSameAddress } from '../../corrections/changes.ts'
import { type CorrectableLine, countFixedPieces, type TypedCorrection } from '../../corrections/correction.ts'
import { type DeliveryRules, listChoices, listCorrectionOptions } from '../../corrections/delivery.ts'
import { pickFields } from '../../corrections/plan.ts'
import { getCorrectionState, getGoods, listCorrectableLines } from '../../corrections/service.ts'
import { mergeFields } from '../../corrections/validate.ts'
import { formatChosenDelivery, formatStartedDelivery } from '../../delivery/chosen-delivery.ts'
import { isPaidOnline } from '../../orders/order.ts'
import { findOrderById, getOrderVersion, type Order } from '../../orders/service.ts'
import { correctionPage } from './CorrectionPage.tsx'
import {
  type ConfirmedSums,
  type CorrectionLine,
  type CorrectionPageProps,
  canChangeGoods,
} from './correction-props.ts'
import { formatOriginal, listDiscardedLines, parseOriginal, pickTyped } from './original-correction.ts'

export interface CorrectionForm {
  typed: TypedCorrection
  /** `formatOriginal` of the page that it was typed into; ''. */
  original: string
  errors: FieldErrors
  notice: string | null
  news: CorrectionPageProps['news']
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
  news: null,
  sums: null,
}

/** The form that corrects an order, as the order stands or as it was typed. */
export async function renderCorrection(
  { db }: Pick<AppContext, 'db'>,
  rules: DeliveryRules,
  orderId: number,
  { original, errors, notice, news, sums, status, page, ...form }: CorrectionForm,
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
  const typed = pickTyped(form.typed, parseOriginal(original), fields, lines)
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
    news,
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
    lines: listedLines.map(line => toCorrectionLine(line, typed)),
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
  all: readonly CorrectableLine[],
  sentForm: TypedCorrection,
  page: string | undefined,
  url: string,
): { lines: CorrectableLine[]; paging: LinePaging } {
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

function toCorrectionLine(line: CorrectableLine, { lines }: TypedCorrection): CorrectionLine {
  const { position, code, title, quantity, despatchedQuantity, withdrawnQuantity, unitPrice } = line
  const typed = lines.find(one => one.position === position)
  return {
    position,
    code,
    title,
    facts: [
      `${quantity.toLocaleString('en-GB')} ordered at ${formatPounds(unitPrice)}`,
      ...(despatchedQuantity > 0 ? [`${despatchedQuantity.toLocaleString('en-GB')} despatched`] : []),
      ...(withdrawnQuantity > 0 ? [`${withdrawnQuantity.toLocaleString('en-GB')} credited`] : []),
    ].join(', '),
    canChange: countFixedPieces(line) < quantity || typed !== undefined,
    quantity: typed?.quantity ?? String(quantity),
    replacement: typed?.code ?? '',
    price: typed?.price ?? '',
  }
}
