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
import { emailMaxLength, isEmail } from '../../../lib/contact/email.ts'
import { isTaxIdAccepted, parseTaxId } from '../../../lib/contact/tax-id.ts'
import { isPhone } from '../../../lib/contact/telephone.ts'
import { passwordMaxLength, passwordMinLength } from '../../accounts/passwords/password-rules.ts'
import { exportRate, getVatRate } from '../../delivery/vat-rate.ts'
import { approvalNoteMaxLength, purchaseOrderMaxLength } from '../../orders/order.ts'
import { checkoutMessages as messages } from '../messages.ts'
import type { DraftContact } from './draft.ts'

export const instructionsMaxLength = 50
export const quoteNoteMaxLength = 1000
const taxCodeMaxLength = 40

/**
 * The details of a new customer (R-CHECKOUT-7). Whether the e-mail has an account is checked by the server.
 * `isPasswordStored`: an earlier send had a valid password, so none is required.
 */
export function validateContact(
  contact: DraftContact & { password: string },
  { isPasswordStored = false } = {},
): FieldErrors {
  return toFieldErrors({
    name: [!contact.name.trim() && messages.required('Name'), validateLength('Name', contact.name)],
    email: [
      !contact.email.trim() && messages.required('Email'),
      !isEmail(contact.email) && messages.emailNotValid,
      validateLength('Email', contact.email, emailMaxLength),
    ],
    password: isPasswordStored && !contact.password ? [] : validatePassword(contact.password),
    telephone: [
      !contact.telephone.trim() && messages.required('Telephone'),
      !isPhone(contact.telephone) && messages.telephoneNotValid,
    ],
    vat: [validateLength('TAX/EORI code', contact.vat, taxCodeMaxLength)],
  })
}

/** Norwegian customs require a code (R-CHECKOUT-11); elsewhere any or none passes. */
export function validateTaxCode(country: string, taxCode: string): FieldErrors {
  const isAccepted = isTaxIdAccepted(parseTaxId(taxCode), country.toUpperCase())
  return toFieldErrors({
    vat: [
      !isAccepted && messages.norwayNeedsTaxCode,
      validateLength('TAX/EORI code', taxCode, taxCodeMaxLength),
    ],
  })
}

export const needsTaxCode = (country: string): boolean => 'vat' in validateTaxCode(country, '')

/** Customs of other countries may ask for the code; deliveries with UK VAT pass none. */
export const requestsTaxCode = (country: string, postcode: string): boolean =>
  getVatRate(country, postcode) === exportRate

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

/** The errors of one part of a send ('contact', 'delivery', 'billing') by their bare field names. */
export function removeFieldPrefix(part: string, errors: FieldErrors): FieldErrors {
  const prefix = new RegExp(`^${part}[._]`)
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [field.replace(prefix, ''), message]),
  )
}

function validatePassword(password: string): FieldCheckResult[] {
  return [
    !password && messages.required('Password'),
    [...password.normalize('NFC')].length < passwordMinLength && messages.passwordTooShort,
    validateLength('Password', password, passwordMaxLength),
  ]
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
