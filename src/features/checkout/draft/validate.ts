import {
  type FieldCheckResult,
  type FieldErrors,
  toFieldErrors,
  validateLength,
} from '../../../lib/calls/field-checks.ts'
import { emailMaxLength, isEmail } from '../../../lib/contact/email.ts'
import { isTaxIdAccepted } from '../../../lib/contact/tax-id.ts'
import { isPhone } from '../../../lib/contact/telephone.ts'
import { passwordMaxLength, passwordMinLength } from '../../accounts/passwords/password-rules.ts'
import { exportRate, getVatRate } from '../../delivery/vat-rate.ts'
import { checkoutMessages as messages } from '../messages.ts'
import type { DraftContact } from './draft.ts'

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
  const isAccepted = isTaxIdAccepted(taxCode, country.toUpperCase())
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
