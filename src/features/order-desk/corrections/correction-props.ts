import type { ReplyOf } from '../../../lib/calls/call.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import type { Address } from '../../../lib/contact/address.ts'
import type { Country } from '../../../lib/contact/countries.ts'
import { formatPounds } from '../../../lib/money.ts'
import type { DiscardedInput } from '../../back-office/DiscardedInputs.tsx'
import type { LinePaging } from '../../basket/lines/line-pages.ts'
import { type Correctable, countFixedPieces, type TypedCorrection } from '../../corrections/correction.ts'
import type { DeliveryChoiceItem } from '../../corrections/delivery.ts'
import type { InvoicedPart } from '../../corrections/plan.ts'
import type { OrderContact } from '../../orders/order.ts'
import type { correctOrder } from '../schemas.ts'

type CorrectionReply = ReplyOf<typeof correctOrder>
export type ChangesSince = NonNullable<CorrectionReply['news']>
/** What is to be confirmed, in pounds. */
export type ConfirmedSums = NonNullable<CorrectionReply['sums']>
export type CorrectionSums = ConfirmedSums['before']

/** A line with its fields, as it stands or as it was typed. */
export function toLineFields(line: Correctable, { lines }: TypedCorrection) {
  const { position, code, title, quantity, despatchedQuantity, withdrawn, unitPrice } = line
  const typed = lines.find(one => one.position === position)
  return {
    position,
    code,
    title,
    /** '12 ordered at £12.50, 4 despatched, 1 credited'. */
    facts: [
      `${quantity.toLocaleString('en-GB')} ordered at ${formatPounds(unitPrice)}`,
      ...(despatchedQuantity > 0 ? [`${despatchedQuantity.toLocaleString('en-GB')} despatched`] : []),
      ...(withdrawn > 0 ? [`${withdrawn.toLocaleString('en-GB')} credited`] : []),
    ].join(', '),
    /** Not everything of it has left, or something was typed for it. */
    canChange: countFixedPieces(line) < quantity || typed !== undefined,
    quantity: typed?.quantity ?? String(quantity),
    replacement: typed?.code ?? '',
    price: typed?.price ?? '',
  }
}

export interface CorrectionPageProps {
  reference: string
  url: string
  version: string
  /** `formatOriginal` of the order as it is stored. */
  original: string
  /** What was typed for lines that can’t be changed any more. */
  discardedInput: DiscardedInput[]
  requestKey: string
  errors: FieldErrors
  notice: string | null
  changesSince: ChangesSince | null
  sums: ConfirmedSums | null
  contact: OrderContact
  delivery: Address
  billing: Address
  /** As they are stored. */
  deliveryLines: string[]
  billingLines: string[]
  isDeliveryTyped: boolean
  isBillingTyped: boolean
  purchaseOrder: string
  deliveryInstructions: string
  /** As it is stored. */
  deliveryText: string
  deliveryCharge: string
  deliveryOption: string
  choices: DeliveryChoiceItem[]
  countries: readonly Country[]
  lines: ReturnType<typeof toLineFields>[]
  paging: LinePaging
  invoiced: InvoicedPart
  isPaidOnline: boolean
  hasVoucher: boolean
}

/** The form has fields for quantities and products. */
export const canChangeGoods = ({
  invoiced,
  hasVoucher,
}: Pick<CorrectionPageProps, 'invoiced' | 'hasVoucher'>): boolean =>
  invoiced === 'none' || (invoiced === 'part' && !hasVoucher)
