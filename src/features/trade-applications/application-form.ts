import {
  type FieldErrors,
  toErrorLists,
  toFieldErrors,
  validateLength,
  validateText,
} from '../../lib/calls/field-checks.ts'
import { emptyAddress, normaliseAddress } from '../../lib/contact/address.ts'
import { validateAddress } from '../../lib/contact/address-checks.ts'
import type { Country } from '../../lib/contact/countries.ts'
import { emailMaxLength, isEmail } from '../../lib/contact/email.ts'
import { normaliseEmail } from '../../lib/contact/normalise-email.ts'
import { formatDecimal, formatPounds, maxTypedPrice, parsePounds } from '../../lib/money.ts'
import { emptyCompanyForm, parseCompany } from '../customers/company-form.ts'
import type { ApplicationForm } from './application.ts'
import { applicationFields } from './schemas.ts'

export const emptyApplication: ApplicationForm = { ...applicationFields.parse({}), ...emptyAddress }

const maxReferenceLength = 500

/** The form as it is stored, or what is wrong with it, in the order of its fields. */
export function parseApplication(
  form: ApplicationForm,
  countries: readonly Country[],
): { form: ApplicationForm; errors?: never } | { errors: FieldErrors } {
  const { company: name, company_number, vat } = form
  const parsed = parseCompany({ ...emptyCompanyForm, account_number: 'A', name, company_number, vat })
  const ofCompany: FieldErrors = 'errors' in parsed ? parsed.errors : {}
  const { company: _, firstname, surname, telephone, ...postal } = validateAddress(form, countries)
  const limit = form.credit_limit === '' ? null : parsePounds(form.credit_limit)
  const toReferenceErrors = (text: string) => [
    text === '' && 'Enter the name of a supplier, with a telephone number or an email address.',
    validateLength('Reference', text, maxReferenceLength),
  ]
  const errors = toFieldErrors({
    company: [ofCompany.name],
    company_number: [ofCompany.company_number],
    vat: [ofCompany.vat],
    firstname: [firstname],
    surname: [surname],
    email: [
      ...validateText('Email', form.email, emailMaxLength),
      !isEmail(form.email) && 'That doesn’t look like an email address. Check for typing mistakes.',
    ],
    telephone: [telephone],
    ...toErrorLists(postal),
    reference_1: toReferenceErrors(form.reference_1),
    reference_2: toReferenceErrors(form.reference_2),
    credit_limit: [
      form.credit_limit !== '' && !limit && 'Enter an amount in pounds, such as 500.',
      limit !== null && limit > maxTypedPrice && `Up to ${formatPounds(maxTypedPrice)}, please.`,
    ],
  })
  if ('errors' in parsed || Object.keys(errors).length > 0) return { errors }
  const stored = { company_number: parsed.details.companyNumber, vat: parsed.details.vatNumber }
  const email = normaliseEmail(form.email)
  const credit_limit = limit === null ? '' : formatDecimal(limit)
  return { form: { ...form, ...normaliseAddress(form), ...stored, email, credit_limit } }
}
