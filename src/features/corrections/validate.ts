import {
  type FieldErrors,
  formatRequired,
  toFieldErrors,
  validateLength,
} from '../../lib/calls/field-checks.ts'
import { type Address, normaliseAddress } from '../../lib/contact/address.ts'
import {
  addressMessages,
  isLatin,
  validateAddress,
  validateDeliveryAddress,
} from '../../lib/contact/address-checks.ts'
import type { Country } from '../../lib/contact/countries.ts'
import { emailMaxLength, isEmail } from '../../lib/contact/email.ts'
import { normaliseEmail } from '../../lib/contact/normalise-email.ts'
import { isTaxIdAccepted } from '../../lib/contact/tax-id.ts'
import { isPhone } from '../../lib/contact/telephone.ts'
import { type OrderContact, purchaseOrderMaxLength } from '../orders/order.ts'
import { isSameAddress } from './changes.ts'
import type { CorrectableFields, TypedCorrection } from './correction.ts'

/** As at the checkout. */
const instructionsMaxLength = 50
const taxCodeMaxLength = 40

/** The fields with what was typed, in the form that is stored. Delivery follows later, from the options of the address. */
export function mergeFields(before: CorrectableFields, typed: TypedCorrection): CorrectableFields {
  const { contact } = typed
  return {
    ...before,
    contact: contact ? { ...contact, email: normaliseEmail(contact.email) } : before.contact,
    delivery: mergeAddress(before.delivery, typed.delivery),
    billing: mergeAddress(before.billing, typed.billing),
    purchaseOrder: typed.purchase_order ?? before.purchaseOrder,
    deliveryInstructions: typed.delivery_instructions ?? before.deliveryInstructions,
  }
}

// What is stored besides the fields stays.
const mergeAddress = (before: Address, typed: Address | undefined): Address =>
  typed && !isSameAddress(before, typed) ? { ...before, ...normaliseAddress(typed) } : before

/** By the rules of the checkout. What was not changed is not checked: addresses of a company's books may break them. */
export function validateFields(
  before: CorrectableFields,
  after: CorrectableFields,
  countries: readonly Country[],
): FieldErrors {
  return {
    ...validateContact(before.contact, after.contact),
    ...withPrefix(
      'delivery',
      isSameAddress(before.delivery, after.delivery)
        ? {}
        : validateDeliveryAddress(after.delivery, countries),
    ),
    ...withPrefix(
      'billing',
      isSameAddress(before.billing, after.billing) ? {} : validateAddress(after.billing, countries),
    ),
    ...toFieldErrors({
      'contact-vat': [
        !isTaxIdAccepted(after.contact.vat, after.delivery.country) &&
          'Norwegian customs need a TAX/EORI code.',
        validateLength('TAX/EORI code', after.contact.vat, taxCodeMaxLength),
      ],
      'purchase-order': [validateLength('PO number', after.purchaseOrder, purchaseOrderMaxLength)],
      'delivery-instructions': [
        validateLength('Delivery instructions', after.deliveryInstructions, instructionsMaxLength),
        before.deliveryInstructions !== after.deliveryInstructions &&
          !isLatin(after.deliveryInstructions) &&
          addressMessages.latinInstructions,
      ],
    }),
  }
}

function validateContact(before: OrderContact, after: OrderContact): FieldErrors {
  return toFieldErrors({
    'contact-name':
      before.name === after.name
        ? []
        : [after.name === '' && formatRequired('Name'), validateLength('Name', after.name)],
    'contact-email':
      before.email === after.email
        ? []
        : [
            !isEmail(after.email) && 'Enter an email address, for example name@example.com.',
            validateLength('Email', after.email, emailMaxLength),
          ],
    'contact-telephone':
      before.telephone === after.telephone ? [] : [!isPhone(after.telephone) && 'Enter a telephone number.'],
  })
}

const withPrefix = (prefix: string, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, message]) => [`${prefix}-${field}`, message]))
