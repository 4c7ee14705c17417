import type { BodyOf } from '../../../../lib/calls/call.ts'
import type { FieldErrors } from '../../../../lib/calls/field-checks.ts'
import { type Address, normaliseAddress } from '../../../../lib/contact/address.ts'
import { validateDeliveryAddress } from '../../../../lib/contact/address-checks.ts'
import type { Country } from '../../../../lib/contact/countries.ts'
import { emailMaxLength, isEmail } from '../../../../lib/contact/email.ts'
import { normaliseEmail } from '../../../../lib/contact/normalise-email.ts'
import { toPostalAddress } from '../../../accounts/addresses/saved-address.ts'
import type { SavedAddress } from '../../../accounts/schemas.ts'
import type { OrderContact } from '../../../orders/order.ts'
import { purchaseOrderMaxLength } from '../../../orders/order.ts'
import type { createQuoteForCustomer } from '../schemas.ts'

/** A quote that staff make for somebody who calls. */

export interface CustomerOption {
  id: number
  name: string
  email: string
  /** ''. */
  company: string
  accountNumber: string
  onStop: boolean
  /** The e-mail address was confirmed. */
  isVerified: boolean
}

export interface QuoteCustomer extends CustomerOption {
  telephone: string
  vat: string
  companyId: number | null
  addresses: SavedAddress[]
}

export type NewQuoteForm = BodyOf<typeof createQuoteForCustomer>

export interface QuoteParties {
  personId: number | null
  companyId: number | null
  contact: OrderContact
  delivery: Address
  billing: Address
}

export const newCustomer = 'new'
export const newAddress = 'new'

export const newQuoteMessages = {
  email: 'Enter the customer’s email address: the quote goes there.',
  emailLength: `Up to ${emailMaxLength} characters, please.`,
  taken: (email: string) => `${email} has an account already. Find the customer by that address instead.`,
  disabled: 'This customer’s account is disabled, so no quote can be made for it.',
  address: 'Choose where the goods would go.',
  noLines: 'Enter at least one part number.',
  nothingSold: 'None of these parts is sold any more, so there is nothing to quote.',
  purchaseOrder: `Up to ${purchaseOrderMaxLength} characters, please.`,
}

/** Who gets the quote, and where the goods would go; `customer`: null for a new one. */
export function parseParties(
  form: NewQuoteForm,
  customer: QuoteCustomer | null,
  countries: readonly Country[],
): { parties: QuoteParties } | { errors: FieldErrors } {
  const errors: FieldErrors = {}
  const email = normaliseEmail(form.email)
  if (!customer && !isEmail(email)) errors.email = newQuoteMessages.email
  else if (!customer && email.length > emailMaxLength) errors.email = newQuoteMessages.emailLength
  if (form.purchase_order.trim().length > purchaseOrderMaxLength)
    errors.purchase_order = newQuoteMessages.purchaseOrder
  const saved = customer?.addresses.find(({ id }) => String(id) === form.deliver_to)
  const isTyped = !customer || form.deliver_to === newAddress
  if (!saved && !isTyped) errors.deliver_to = newQuoteMessages.address
  if (isTyped) Object.assign(errors, validateDeliveryAddress(form, countries))
  if (Object.keys(errors).length > 0) return { errors }
  const delivery = saved ? toPostalAddress(saved) : normaliseAddress(form)
  return {
    parties: { ...toContact(form, customer, delivery), delivery, billing: findBilling(customer) ?? delivery },
  }
}

function toContact(
  form: NewQuoteForm,
  customer: QuoteCustomer | null,
  { firstname, surname, telephone }: Address,
) {
  if (!customer) {
    const name = `${firstname} ${surname}`.trim()
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
function findBilling(customer: QuoteCustomer | null): Address | null {
  const addresses = customer?.addresses ?? []
  const billing =
    addresses.find(({ billing: isBilling, imported }) => isBilling && imported) ??
    addresses.find(({ default_billing }) => default_billing) ??
    addresses.find(({ billing: isBilling }) => isBilling)
  return billing ? toPostalAddress(billing) : null
}
