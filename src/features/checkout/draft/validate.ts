import type { WireAddress } from '../../../lib/address.ts'
import { checkAddress, isPostcodeValid } from '../../../lib/address-checks.ts'
import type { Country } from '../../../lib/countries.ts'
import { emailMaxLength, isEmail } from '../../../lib/email.ts'
import { type Errors, type Fault, isPhone, toErrors, tooLong } from '../../../lib/field-checks.ts'
import { isTaxIdFor, parseTaxId } from '../../../lib/tax-id.ts'
import { passwordMaxLength, passwordMinLength } from '../../accounts/password-rules.ts'
import { checkoutMessages as messages } from '../messages.ts'
import type { DraftContact } from './draft.ts'

export const instructionsMaxLength = 50
const taxCodeMaxLength = 40

/**
 * The details of a new customer (Specification §5). Whether the e-mail has an account is checked by the server.
 * `isPasswordStored`: an earlier send had a valid password, so none is required.
 */
export function validateContact(
  contact: DraftContact & { password: string },
  { isPasswordStored = false } = {},
): Errors {
  return toErrors({
    name: [!contact.name.trim() && messages.required('Name'), tooLong('Name', contact.name)],
    email: [
      !contact.email.trim() && messages.required('Email'),
      !isEmail(contact.email) && messages.emailNotValid,
      tooLong('Email', contact.email, emailMaxLength),
    ],
    password: isPasswordStored && !contact.password ? [] : validatePassword(contact.password),
    telephone: [
      !contact.telephone.trim() && messages.required('Telephone'),
      !isPhone(contact.telephone) && messages.telephoneNotValid,
    ],
    vat: [tooLong('TAX/EORI code', contact.vat, taxCodeMaxLength)],
  })
}

/** Specification §5: Norwegian customs require a code. */
export function validateTaxCode(country: string, taxCode: string): Errors {
  const isAccepted = isTaxIdFor(parseTaxId(taxCode), country.toUpperCase())
  return toErrors({ vat: [!isAccepted && messages.norwayNeedsTaxCode] })
}

export const needsTaxCode = (country: string): boolean => 'vat' in validateTaxCode(country, '')

export function validateInstructions(instructions: string): Errors {
  const label = 'Delivery instructions'
  return toErrors({ delivery_instructions: [tooLong(label, instructions, instructionsMaxLength)] })
}

export interface PlaceOrderInput {
  /** '' when none was chosen. Whether it is still offered is checked separately. */
  deliveryOption: string
  paymentMethod: string
  /** The methods this customer may choose from. */
  paymentMethods: readonly string[]
  delivery: WireAddress
  billing: WireAddress
  /** From the company's books: not the customer's to correct (only by the server's own copy). */
  isDeliveryImported: boolean
  isBillingImported: boolean
  countries: readonly Country[]
  taxCode: string
  instructions: string
}

/** The rules of 'Place order' (Specification §5). The purchase-order check listed there always passes. */
export function validatePlaceOrder(order: PlaceOrderInput): Errors {
  const { deliveryOption, paymentMethod, countries } = order
  const isOnAccount = paymentMethod === 'account'
  return {
    ...toErrors({
      delivery_method: [deliveryOption === '' && messages.deliveryMethod],
      payment_method: [!order.paymentMethods.includes(paymentMethod) && messages.paymentMethod],
      billing:
        isOnAccount && order.isBillingImported
          ? []
          : validateOrderAddress(order.billing, countries, billingMessages),
      delivery:
        isOnAccount && order.isDeliveryImported
          ? []
          : validateOrderAddress(order.delivery, countries, deliveryMessages),
    }),
    ...validateTaxCode(order.delivery.country, order.taxCode),
    ...validateInstructions(order.instructions),
  }
}

/** The errors of one part of a send ('contact', 'delivery', 'billing') by their bare field names. */
export function stripPart(part: string, errors: Errors): Errors {
  const prefix = new RegExp(`^${part}[._]`)
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [field.replace(prefix, ''), message]),
  )
}

function validatePassword(password: string): Fault[] {
  return [
    !password && messages.required('Password'),
    [...password].length < passwordMinLength && messages.passwordTooShort,
    tooLong('Password', password, passwordMaxLength),
  ]
}

function validateOrderAddress(
  address: WireAddress,
  countries: readonly Country[],
  addressMessages: typeof billingMessages | typeof deliveryMessages,
): Fault[] {
  const { postcode: _, country: __, ...otherErrors } = checkAddress(address, countries)
  const country = countries.find(({ code }) => code === address.country)
  const isPostcodeRequired = address.country === 'GB' || address.postcode.trim() !== ''
  return [
    Object.keys(otherErrors).length > 0 && addressMessages.errors,
    !country && addressMessages.country,
    isPostcodeRequired && !isPostcodeValid(address.postcode, country) && addressMessages.postcode,
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
