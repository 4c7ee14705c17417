import {
  type FieldErrors,
  formatRequired,
  formatTooLong,
  toFieldErrors,
  validateLength,
} from '../../lib/calls/field-checks.ts'
import { emptyAddress, normaliseAddress } from '../../lib/contact/address.ts'
import { validateAddress } from '../../lib/contact/address-checks.ts'
import type { Country } from '../../lib/contact/countries.ts'
import { emailMaxLength, isEmail } from '../../lib/contact/email.ts'
import { normaliseEmail } from '../../lib/contact/normalise-email.ts'
import { formatDecimal, formatPounds, maxTypedPrice, parsePounds } from '../../lib/money.ts'
import { type CompanyForm, parseCompany } from '../customers/company-form.ts'
import type { ApplicationForm } from './application.ts'

export const emptyApplication: ApplicationForm = {
  ...emptyAddress,
  company_number: '',
  vat: '',
  email: '',
  reference_1: '',
  reference_2: '',
  credit_limit: '',
}

const maxReferenceLength = 500
const maxReasonLength = 1000

/** The fields that the company will have. */
const toCompanyFields = (form: ApplicationForm): CompanyForm => ({
  name: form.company,
  account_number: 'A',
  company_number: form.company_number,
  vat: form.vat,
  eori: '',
  terms_kind: '',
  terms_days: '',
  accounts_emails: '',
  document_emails: 'at_once',
  notes: '',
})

/** The form as it is stored, or what is wrong with it, in the order of its fields. */
export function parseApplication(
  form: ApplicationForm,
  countries: readonly Country[],
): { form: ApplicationForm; errors?: never } | { errors: FieldErrors } {
  const parsed = parseCompany(toCompanyFields(form))
  const ofCompany: FieldErrors = 'errors' in parsed ? parsed.errors : {}
  const { company: _, firstname, surname, telephone, ...postal } = validateAddress(form, countries)
  const limit = form.credit_limit === '' ? null : parsePounds(form.credit_limit)
  const toReferenceErrors = (text: string) => [
    text === '' && 'Enter the name of a supplier, with a telephone number or an email address.',
    validateLength('Reference', text, maxReferenceLength),
  ]
  const errors = toFieldErrors({
    company: [ofCompany.name ?? false],
    company_number: [ofCompany.company_number ?? false],
    vat: [ofCompany.vat ?? false],
    firstname: [firstname ?? false],
    surname: [surname ?? false],
    email: [
      form.email === '' && formatRequired('Email'),
      validateLength('Email', form.email, emailMaxLength),
      !isEmail(form.email) && 'That doesn’t look like an email address. Check for typing mistakes.',
    ],
    telephone: [telephone ?? false],
    ...Object.fromEntries(Object.entries(postal).map(([field, error]) => [field, [error]])),
    reference_1: toReferenceErrors(form.reference_1),
    reference_2: toReferenceErrors(form.reference_2),
    credit_limit: [
      form.credit_limit !== '' && !limit && 'Enter an amount in pounds, such as 500.',
      limit !== null && limit > maxTypedPrice && `Up to ${formatPounds(maxTypedPrice)}, please.`,
    ],
  })
  if ('errors' in parsed || Object.keys(errors).length > 0) return { errors }
  const { companyNumber, vatNumber } = parsed.details
  const email = normaliseEmail(form.email)
  const credit_limit = limit === null ? '' : formatDecimal(limit)
  return {
    form: {
      ...form,
      ...normaliseAddress(form),
      company_number: companyNumber,
      vat: vatNumber,
      email,
      credit_limit,
    },
  }
}

export const validateReason = (reason: string): FieldErrors =>
  toFieldErrors({
    reason: [
      reason === '' && formatRequired('Reason'),
      reason.length > maxReasonLength && formatTooLong('Reason', maxReasonLength),
    ],
  })
