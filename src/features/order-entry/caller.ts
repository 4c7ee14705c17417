import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import { type Address, normaliseAddress } from '../../lib/contact/address.ts'
import { validateDeliveryAddress } from '../../lib/contact/address-checks.ts'
import type { Country } from '../../lib/contact/countries.ts'
import { emailMaxLength, isEmail } from '../../lib/contact/email.ts'
import { normaliseEmail } from '../../lib/contact/normalise-email.ts'
import type { Pence } from '../../lib/money.ts'
import { toPostalAddress } from '../accounts/addresses/saved-address.ts'
import type { SavedAddress } from '../accounts/schemas.ts'
import type { BasketLine } from '../basket/basket.ts'
import type { LineEntry } from '../basket/lines/line-entry-schema.ts'
import type { OrderContact } from '../orders/order.ts'
import { purchaseOrderMaxLength } from '../orders/order.ts'

/** Somebody who calls: whose order or quote it is, and where the goods go. */

export interface CustomerOption {
  /** Null: somebody who ordered without an account; with an account number: a company that has no people yet. */
  id: number | null
  name: string
  email: string
  /** ''. */
  company: string
  accountNumber: string
  onStop: boolean
  /** The e-mail address was confirmed. */
  isVerified: boolean
  /** The latest order of somebody without a confirmed account, with name and address; ''. */
  lastOrder: string
}

export interface Caller extends Omit<CustomerOption, 'lastOrder'> {
  id: number
  mayOrderOnAccount: boolean
  /** All of the orders do. */
  ordersRequireApproval: boolean
  /** Goods ex VAT of a day above which they do; null: any sum. */
  approvalAbove: Pence | null
  telephone: string
  vat: string
  companyId: number | null
  addresses: SavedAddress[]
}

/** What the catalogue says today of a product for a customer; `unitPrice`: at the quantity of the line. */
export interface PricedProduct extends BasketLine {
  /** Null: the catalogue gives no price. */
  listPrice: Pence | null
  /** The customer pays less than what it costs the shop, as far as that is known. */
  isBelowCost: boolean
}

export interface PartiesForm extends Address {
  /** Of a new customer. */
  email: string
  /** Id of a saved address, or 'new'. */
  deliver_to: string
  purchase_order: string
}

export interface OrderParties {
  personId: number | null
  companyId: number | null
  contact: OrderContact
  delivery: Address
  billing: Address
}

/** What a quote is made of. */
export interface EnteredQuote {
  parties: OrderParties
  purchaseOrder: string
  deliveryInstructions: string
  /** How the goods go and what it costs, as the offer has it; null: none is chosen. */
  carriage: { title: string; price: Pence } | null
  /** One line for each product. */
  parts: { productId: number; quantity: number; entry: LineEntry }[]
}

export const newCustomer = 'new'
export const newAddress = 'new'

export const callerMessages = {
  email: 'Enter the customer’s email address: the quote goes there.',
  emailInvalid: 'That is not an email address. Correct it, or leave it empty.',
  emailLength: `Up to ${emailMaxLength} characters, please.`,
  name: 'Enter a name: whose goods are these?',
  address: 'Choose where the goods would go.',
  purchaseOrder: `Up to ${purchaseOrderMaxLength} characters, please.`,
}

export interface PartiesRules {
  countries: readonly Country[]
  /** False: the customer may have no e-mail address. */
  needsEmail: boolean
  /** Goods that are collected need no address. */
  isCollected: boolean
}

/** Who gets the goods, and where they would go; `customer`: null for a new one. */
export function parseParties(
  form: PartiesForm,
  customer: Caller | null,
  { countries, needsEmail, isCollected }: PartiesRules,
): { parties: OrderParties } | { errors: FieldErrors } {
  const errors: FieldErrors = {}
  const email = normaliseEmail(form.email)
  if (!customer && (needsEmail || email !== '') && !isEmail(email))
    errors.email = needsEmail ? callerMessages.email : callerMessages.emailInvalid
  else if (!customer && email.length > emailMaxLength) errors.email = callerMessages.emailLength
  if (form.purchase_order.trim().length > purchaseOrderMaxLength)
    errors.purchase_order = callerMessages.purchaseOrder
  const saved = customer?.addresses.find(({ id }) => String(id) === form.deliver_to)
  const isTyped = !customer || form.deliver_to === newAddress
  if (!saved && !isTyped) errors.deliver_to = callerMessages.address
  if (isTyped && isCollected) Object.assign(errors, validateName(form))
  else if (isTyped) Object.assign(errors, validateDeliveryAddress(form, countries))
  if (Object.keys(errors).length > 0) return { errors }
  const delivery = saved ? toPostalAddress(saved) : normaliseAddress(form)
  return {
    parties: { ...toContact(form, customer, delivery), delivery, billing: findBilling(customer) ?? delivery },
  }
}

const validateName = ({ firstname, surname, company }: PartiesForm): FieldErrors =>
  firstname.trim() || surname.trim() || company.trim() ? {} : { firstname: callerMessages.name }

function toContact(form: PartiesForm, customer: Caller | null, { firstname, surname, telephone }: Address) {
  if (!customer) {
    const name = `${firstname} ${surname}`.trim() || form.company.trim()
    return {
      personId: null,
      companyId: null,
      contact: { name, email: normaliseEmail(form.email), telephone, vat: '' },
    }
  }
  const { id, name, email, vat, companyId } = customer
  return {
    personId: id,
    companyId,
    contact: { name, email, telephone: customer.telephone || telephone, vat },
  }
}

/** Where the customer's bills go; null: no such address is known. */
export function findBilling(customer: Caller | null): Address | null {
  const addresses = customer?.addresses ?? []
  const billing =
    addresses.find(({ billing: isBilling, imported }) => isBilling && imported) ??
    addresses.find(({ default_billing }) => default_billing) ??
    addresses.find(({ billing: isBilling }) => isBilling)
  return billing ? toPostalAddress(billing) : null
}
