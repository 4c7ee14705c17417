import type { Country } from '../shared/countries.ts'
import { emailMaxLength, isEmail, normaliseEmail } from '../shared/email.ts'
import { normalisePostcode } from '../shared/postcode.ts'
import { readTaxId, taxIdServes } from '../shared/tax-id.ts'
import { isRecord, oneLine } from './address.ts'
import type { WireAddress } from './contract.ts'
import { type AddressLabel, ownWords, checkoutWords as words } from './words.ts'

/** Field → the sentence beside it; empty when all is well. The order is the order of the form. */
export type Errors = Record<string, string>

export interface Contact {
  name: string
  email: string
  password: string
  telephone: string
  /** TAX/EORI code, optional. */
  vat: string
}

export const passwordMinLength = 8
export const passwordMaxLength = 200
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

/** A new address, for delivery or billing (Specification §5). `countries`: those the shop serves. */
export function checkAddress(address: WireAddress, countries: readonly Country[]): Errors {
  const country = countries.find(({ code }) => code === address.country.trim().toUpperCase())
  return firstOf({
    firstname: lineFaults('First name', address.firstname),
    surname: lineFaults('Surname', address.surname),
    company: [tooLong('Company', address.company)],
    address1: lineFaults('Address line 1', address.address1),
    address2: [tooLong('Address line 2', address.address2)],
    town: lineFaults('Town', address.town),
    county: [tooLong('County', address.county)],
    postcode: [
      !address.postcode.trim() && words.invalid('Postcode'),
      !postcodeFits(address.postcode, country) && words.postcodeMismatch,
    ],
    country: [!country && words.countryInvalid],
    telephone: [!looksLikePhone(address.telephone) && words.invalid('Telephone')],
  })
}

/** Specification §5: Norwegian customs want a code; `vat` is what the contact gives. */
export function checkTaxCode(country: string, vat: string): Errors {
  return firstOf({ vat: [!taxIdServes(readTaxId(vat), country.toUpperCase()) && words.norwayNeedsTaxCode] })
}

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
          : orderAddressFaults(order.delivery, countries, deliveryWords),
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

type Fault = string | false

function firstOf(faults: Record<string, Fault[]>): Errors {
  const errors: Errors = {}
  for (const [field, list] of Object.entries(faults)) {
    const first = list.find(fault => fault !== false)
    if (first) errors[field] = first
  }
  return errors
}

function passwordFaults(password: string): Fault[] {
  return [
    !password && words.required('Password'),
    [...password].length < passwordMinLength && ownWords.passwordTooShort,
    tooLong('Password', password, passwordMaxLength),
  ]
}

function lineFaults(label: AddressLabel, text: string): Fault[] {
  return [!text.trim() && words.invalid(label), tooLong(label, text)]
}

function tooLong(label: string, text: string, most = lineMaxLength): Fault {
  // Counted as people count, not in the machine's halves of a sign.
  return [...text.trim()].length > most && ownWords.tooLong(label, most)
}

function orderAddressFaults(
  address: WireAddress | null,
  countries: readonly Country[],
  said: typeof billingWords | typeof deliveryWords,
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

// The list of countries comes from the server, pattern and all; only the normal form is ours to know.
function postcodeFits(text: string, country: Country | undefined): boolean {
  if (!country?.postcode) return true
  return new RegExp(country.postcode).test(normalisePostcode(country.code, text))
}

// Lenient, and light enough for the browser; shared/phone.ts reads numbers by their country's plan on the server.
function looksLikePhone(text: string): boolean {
  const digits = text.replace(/[^0-9]/g, '').length
  return (
    text.trim().length <= phoneMaxLength &&
    /^[0-9+(][0-9 ()./+‐-―x#a-z-]*$/i.test(text.trim()) &&
    digits >= 6 &&
    digits <= 20
  )
}

const billingWords = {
  errors: words.billingErrors,
  country: words.billingCountry,
  postcode: words.billingPostcode,
} as const
const deliveryWords = {
  errors: words.deliveryErrors,
  country: words.deliveryCountry,
  postcode: words.deliveryPostcode,
} as const

const lineMaxLength = 100
const vatMaxLength = 40
const phoneMaxLength = 40
