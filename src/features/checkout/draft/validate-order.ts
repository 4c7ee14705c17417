import {
  type FieldCheckResult,
  type FieldErrors,
  toFieldErrors,
  validateLength,
} from '../../../lib/calls/field-checks.ts'
import type { Address } from '../../../lib/contact/address.ts'
import {
  addressMessages,
  isLatin,
  isValidPostcode,
  validateAddress,
  validateDeliveryAddress,
} from '../../../lib/contact/address-checks.ts'
import type { Country } from '../../../lib/contact/countries.ts'
import { approvalNoteMaxLength, purchaseOrderMaxLength } from '../../orders/order.ts'
import { lastStageMessages as messages } from '../last-stage-messages.ts'
import { validateTaxCode } from './validate.ts'

// The checks of the last stages: the first ones need no code of them.

export const instructionsMaxLength = 50
export const quoteNoteMaxLength = 1000

export function validateInstructions(instructions: string): FieldErrors {
  const label = 'Delivery instructions'
  return toFieldErrors({
    delivery_instructions: [
      validateLength(label, instructions, instructionsMaxLength),
      !isLatin(instructions) && addressMessages.latinInstructions,
    ],
  })
}

/** Any PO number is accepted (R-CHECKOUT-12) that can be kept whole. */
export const validatePurchaseOrder = (purchaseOrder: string): FieldErrors =>
  purchaseOrder.trim().length > purchaseOrderMaxLength
    ? { purchase_order: messages.purchaseOrderTooLong }
    : {}

export function validateApprovalNote(note: string): FieldErrors {
  return toFieldErrors({ approval_note: [validateLength('Note', note, approvalNoteMaxLength)] })
}

export function validateQuoteNote(note: string): FieldErrors {
  return toFieldErrors({ quote_note: [validateLength('Note', note, quoteNoteMaxLength)] })
}

export interface PlaceOrderInput {
  /** '' when none was chosen. Whether it is still offered is checked separately. */
  deliveryOption: string
  paymentMethod: string
  paymentMethods: readonly string[]
  delivery: Address
  billing: Address
  /** From the company's books: not the customer's to correct (only by the server's own copy). */
  isDeliveryImported: boolean
  isBillingImported: boolean
  countries: readonly Country[]
  taxCode: string
  instructions: string
  purchaseOrder: string
}

/** The checks of Place Order (R-CHECKOUT-12). */
export function validatePlaceOrder(order: PlaceOrderInput): FieldErrors {
  const { deliveryOption, paymentMethod, countries } = order
  const isOnAccount = paymentMethod === 'account'
  return {
    ...toFieldErrors({
      delivery_method: [deliveryOption === '' && messages.deliveryMethod],
      payment_method: [!order.paymentMethods.includes(paymentMethod) && messages.paymentMethod],
      billing:
        isOnAccount && order.isBillingImported
          ? []
          : validateOrderAddress(
              order.billing,
              validateAddress(order.billing, countries),
              countries,
              billingMessages,
            ),
      delivery:
        isOnAccount && order.isDeliveryImported
          ? []
          : validateOrderAddress(order.delivery, validateDelivery(order), countries, deliveryMessages),
    }),
    ...validateTaxCode(order.delivery.country, order.taxCode),
    ...validatePurchaseOrder(order.purchaseOrder),
    ...validateInstructions(order.instructions),
  }
}

// The customer cannot change an address of the company's books.
const validateDelivery = ({ isDeliveryImported, delivery, countries }: PlaceOrderInput): FieldErrors =>
  isDeliveryImported ? validateAddress(delivery, countries) : validateDeliveryAddress(delivery, countries)

function validateOrderAddress(
  address: Address,
  errors: FieldErrors,
  countries: readonly Country[],
  sentences: typeof billingMessages | typeof deliveryMessages,
): FieldCheckResult[] {
  const { postcode: _, country: __, ...otherErrors } = errors
  const country = countries.find(({ code }) => code === address.country)
  const isPostcodeRequired = address.country === 'GB' || address.postcode.trim() !== ''
  return [
    Object.keys(otherErrors).length > 0 && sentences.errors,
    !country && sentences.country,
    isPostcodeRequired && !isValidPostcode(address.postcode, country) && sentences.postcode,
  ]
}

const billingMessages = {
  errors: messages.billingErrors,
  country: messages.billingCountry,
  postcode: messages.billingPostcode,
} as const
const deliveryMessages = {
  errors: messages.deliveryErrors,
  country: messages.deliveryCountry,
  postcode: messages.deliveryPostcode,
} as const
