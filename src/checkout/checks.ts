import { passwordMaxLength, passwordMinLength } from '../accounts/password-rules.ts'
import { isRecord, oneLine } from '../shared/address.ts'
import { checkAddress, postcodeFits } from '../shared/address-checks.ts'
import type { Country } from '../shared/countries.ts'
import { emailMaxLength, isEmail, normaliseEmail } from '../shared/email.ts'
import { type Errors, type Fault, firstOf, looksLikePhone, tooLong } from '../shared/field-checks.ts'
import { readTaxId, taxIdServes } from '../shared/tax-id.ts'
import type { WireAddress } from './contract.ts'
import { ownWords, checkoutWords as words } from './messages.ts'

export interface Contact {
  name: string
  email: string
  password: string
  telephone: string
  /** TAX/EORI code, optional. */
  vat: string
}

export const instructionsMaxLength = 50

/** Whatever a call carried → a contact. The password stays as it was typed. */
export function readContact(carried: unknown): Contact {
  const from = isRecord(carried) ? carried : {}
  return {
    name: oneLine(from.name),
    email: normaliseEmail(oneLine(from.email)),
    password: typeof from.password === 'string' ? from.password : '',
    telephone: oneLine(from.telephone),
    vat: oneLine(from.vat),
  }
}

/**
 * A new customer's details (Specification §5). Whether the e-mail has an account is the server's to know.
 * `passwordKept`: an earlier send brought a good password, so none need be typed again.
 */
export function checkContact(contact: Contact, { passwordKept = false } = {}): Errors {
  return firstOf({
    name: [!contact.name.trim() && words.required('Name'), tooLong('Name', contact.name)],
    email: [
      !contact.email.trim() && words.required('Email'),
      !isEmail(contact.email) && words.emailNotValid,
      tooLong('Email', contact.email, emailMaxLength),
    ],
    password: passwordKept && !contact.password ? [] : passwordFaults(contact.password),
    telephone: [
      !contact.telephone.trim() && words.required('Telephone'),
      !looksLikePhone(contact.telephone) && ownWords.telephoneNotValid,
    ],
    vat: [tooLong('TAX/EORI code', contact.vat, vatMaxLength)],
  })
}

/** Specification §5: Norwegian customs want a code; `vat` is what the contact gives. */
export function checkTaxCode(country: string, vat: string): Errors {
  return firstOf({ vat: [!taxIdServes(readTaxId(vat), country.toUpperCase()) && words.norwayNeedsTaxCode] })
}

/** Whether an address there is asked for a code at all. */
export const asksTaxCode = (country: string): boolean => 'vat' in checkTaxCode(country, '')

export function checkInstructions(instructions: string): Errors {
  const label = 'Delivery instructions'
  return firstOf({ delivery_instructions: [tooLong(label, instructions, instructionsMaxLength)] })
}

export interface PlaceOrderQuestion {
  /** '' when none was chosen; `offered`: the codes that can be had now, null when that is judged elsewhere. */
  deliveryMethod: string
  offered: readonly string[] | null
  paymentMethod: string
  /** The values this buyer may choose from. */
  paymentMethods: readonly string[]
  delivery: WireAddress | null
  billing: WireAddress | null
  /** Came from the company's books: not the buyer's to correct (by the server's own copy only). */
  deliveryImported: boolean
  billingImported: boolean
  countries: readonly Country[]
  vat: string
  instructions: string
}

/** The rules of 'Place order' (Specification §5). A purchase-order check exists there but always passes. */
export function checkPlaceOrder(order: PlaceOrderQuestion): Errors {
  const { deliveryMethod, offered, paymentMethod, countries } = order
  const onAccount = paymentMethod === 'account'
  const chosen = deliveryMethod !== '' && (offered === null || offered.includes(deliveryMethod))
  return {
    ...firstOf({
      delivery_method: [!chosen && words.deliveryMethod],
      payment_method: [!order.paymentMethods.includes(paymentMethod) && words.paymentMethod],
      billing:
        onAccount && order.billingImported ? [] : orderAddressFaults(order.billing, countries, billingWords),
      delivery:
        onAccount && order.deliveryImported
          ? []
          : orderAddressFaults(order.delivery, countries, deliveryMessages),
    }),
    ...checkTaxCode(order.delivery?.country ?? '', order.vat),
    ...checkInstructions(order.instructions),
  }
}

/** Errors of one part of a send ('contact', 'delivery', 'billing') by their bare field names. */
export function errorsOf(part: string, errors: Errors): Errors {
  const prefix = new RegExp(`^${part}[._]`)
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [field.replace(prefix, ''), message]),
  )
}

function passwordFaults(password: string): Fault[] {
  return [
    !password && words.required('Password'),
    [...password].length < passwordMinLength && ownWords.passwordTooShort,
    tooLong('Password', password, passwordMaxLength),
  ]
}

function orderAddressFaults(
  address: WireAddress | null,
  countries: readonly Country[],
  said: typeof billingWords | typeof deliveryMessages,
): Fault[] {
  if (!address) return [said.errors]
  const { postcode: _, country: __, ...rest } = checkAddress(address, countries)
  const country = countries.find(({ code }) => code === address.country)
  const needed = address.country === 'GB' || address.postcode.trim() !== ''
  return [
    Object.keys(rest).length > 0 && said.errors,
    !country && said.country,
    needed && !postcodeFits(address.postcode, country) && said.postcode,
  ]
}

const billingWords = {
  errors: words.billingErrors,
  country: words.billingCountry,
  postcode: words.billingPostcode,
} as const
const deliveryMessages = {
  errors: words.deliveryErrors,
  country: words.deliveryCountry,
  postcode: words.deliveryPostcode,
} as const

const vatMaxLength = 40
