import type { BodyOf } from '../../../../lib/calls/call.ts'
import { type FieldErrors, toFieldErrors, validateLength } from '../../../../lib/calls/field-checks.ts'
import { purchaseOrderMaxLength } from '../../../orders/order.ts'
import type { QuoteRefusal } from '../../quote.ts'
import type { placeQuoteCall } from '../schemas.ts'

/** How a customer says yes to a quote. */
export const agreementNames = {
  phone: 'On the telephone',
  email: 'By email',
  counter: 'At the counter',
  purchase_order: 'With a purchase order',
}

export type TypedPlacing = Omit<BodyOf<typeof placeQuoteCall>, 'seen'>

export const placeQuoteMessages: Record<QuoteRefusal, string> = {
  not_priced: 'This quote has not been sent yet. Send it to the customer first.',
  accepted: 'This quote has already been ordered. Nothing was ordered again.',
  expired: 'This quote has expired. Send it with a new last day first.',
  withdrawn: 'This quote was withdrawn. Copy it to a new one, and send that.',
}

export const validatePlacing = ({ agreed_by, agreed, purchase_order }: TypedPlacing): FieldErrors =>
  toFieldErrors({
    agreed_by: [!(agreed_by in agreementNames) && 'Choose how the customer agreed.'],
    agreed: [agreed === '' && 'Say who agreed, and when.', validateLength('This', agreed, 200)],
    purchase_order: [validateLength('PO number', purchase_order, purchaseOrderMaxLength)],
  })
