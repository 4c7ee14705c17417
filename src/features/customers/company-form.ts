import type { z } from 'zod'
import {
  type FieldErrors,
  formatRequired,
  toFieldErrors,
  validateLength,
  validateText,
} from '../../lib/calls/field-checks.ts'
import { isEmail } from '../../lib/contact/email.ts'
import { normaliseEmail } from '../../lib/contact/normalise-email.ts'
import { parseEori, parseVatNumber } from '../../lib/contact/tax-id.ts'
import { pluralize } from '../../lib/count.ts'
import { formatInvoiceDue, type InvoiceDue } from '../../lib/shop-settings.ts'
import { type DocumentEmails, documentEmailNames } from './customer.ts'
import { companyForm } from './schemas.ts'

/** The details of a company as they are typed. */
export type CompanyForm = z.output<typeof companyForm>

export const emptyCompanyForm: CompanyForm = companyForm.parse({})

export interface CompanyDetails {
  name: string
  accountNumber: string
  /** '' of one that has none, as the next two. */
  companyNumber: string
  vatNumber: string
  eori: string
  /** When its invoices are due; null: by the shop's setting. */
  terms: InvoiceDue | null
  accountsEmails: string[]
  documentEmails: DocumentEmails
  notes: string
}

export interface CustomerCompany extends CompanyDetails {
  id: number
  onStop: boolean
  /** '' of one that is not on stop, or was stopped before reasons were recorded. */
  stopReason: string
  priceListId: number | null
  /** Of the audit. */
  version: number
}

export const maxNotesLength = 2000
const maxAccountsEmails = 10
const maxTermsDays = 120

export const vatNumberMessages = {
  form: 'Enter the VAT number with the letters of its country, such as GB and 9 digits.',
  check_digits: 'This is not a VAT number: its check digits are wrong. Please check it.',
}

export function parseCompany(form: CompanyForm): { details: CompanyDetails } | { errors: FieldErrors } {
  const accountNumber = form.account_number.toUpperCase()
  const { number: vatNumber, fault } = parseVatNumber(form.vat)
  const { eori, isValid: isEori } = parseEori(form.eori)
  const emails = form.accounts_emails.split(/[\s,;]+/).filter(Boolean)
  const wrongEmail = emails.find(email => !isEmail(email))
  const hasTerms = form.terms_kind !== ''
  const days = /^\d{1,3}$/.test(form.terms_days) ? Number(form.terms_days) : null
  const errors = toFieldErrors({
    name: validateText('Company name', form.name),
    account_number: [
      accountNumber === '' && formatRequired('Account number'),
      !/^[A-Z0-9][A-Z0-9-]{0,19}$/.test(accountNumber) && 'Up to 20 letters, digits and hyphens, please.',
    ],
    company_number: [
      !/^[A-Z0-9]{0,20}$/.test(toCode(form.company_number)) && 'Enter it as Companies House has it.',
    ],
    vat: [fault !== null && vatNumberMessages[fault]],
    eori: [!isEori && 'Enter the EORI as GB and 12 digits, or with the letters of another country.'],
    terms_days: [
      hasTerms && (days === null || days > maxTermsDays) && `Enter a number of days up to ${maxTermsDays}.`,
      !hasTerms && form.terms_days !== '' && 'Say from when these days count, or clear them.',
    ],
    accounts_emails: [
      wrongEmail !== undefined && `${wrongEmail} is not an email address.`,
      emails.length > maxAccountsEmails && `Up to ${maxAccountsEmails} addresses, please.`,
    ],
    notes: [validateLength('Notes', form.notes, maxNotesLength)],
  })
  if (Object.keys(errors).length > 0) return { errors }
  return {
    details: {
      name: form.name,
      accountNumber,
      companyNumber: toCode(form.company_number),
      vatNumber,
      eori,
      terms: hasTerms ? { days: days!, isFromEndOfMonth: form.terms_kind === 'end_of_month' } : null,
      accountsEmails: [...new Set(emails.map(normaliseEmail))],
      documentEmails: form.document_emails,
      notes: form.notes,
    },
  }
}

const toCode = (text: string): string => text.toUpperCase().replace(/[\s.-]/g, '')

export const toCompanyForm = (details: CompanyDetails): CompanyForm => ({
  name: details.name,
  account_number: details.accountNumber,
  company_number: details.companyNumber,
  vat: details.vatNumber,
  eori: details.eori,
  terms_kind: details.terms ? (details.terms.isFromEndOfMonth ? 'end_of_month' : 'days') : '',
  terms_days: details.terms ? String(details.terms.days) : '',
  accounts_emails: details.accountsEmails.join('\n'),
  document_emails: details.documentEmails,
  notes: details.notes,
})

/**
 * What was changed, before and after, for the audit; '' when nothing was. Of addresses and notes it has no text: the audit
 * outlives what is erased.
 */
export function formatDetailChanges(before: CompanyDetails, after: CompanyDetails): string {
  const emails = [before, after].map(({ accountsEmails }) => accountsEmails.toSorted().join())
  const values = ({ terms, accountsEmails: _, notes: __, documentEmails, ...texts }: CompanyDetails) => ({
    ...texts,
    documentEmails: documentEmailNames[documentEmails].toLowerCase(),
    terms: formatTerms(terms),
  })
  const [from, to] = [values(before), values(after)]
  const changes = (Object.keys(labels) as (keyof typeof labels)[])
    .filter(key => from[key] !== to[key])
    .map(key => `${labels[key]} ${from[key] || 'none'} → ${to[key] || 'none'}`)
  if (emails[0] !== emails[1]) {
    const [fromCount, toCount] = [before, after].map(({ accountsEmails }) => formatAddresses(accountsEmails))
    const counts = fromCount === toCount ? `${toCount}, changed` : `${fromCount} → ${toCount}`
    changes.push(`emails of the accounts department: ${counts}`)
  }
  if (before.notes !== after.notes) changes.push('notes')
  return changes.join(', ')
}

const formatAddresses = ({ length }: readonly string[]): string =>
  length === 0 ? 'none' : pluralize(length, 'address', 'addresses')

const labels = {
  name: 'name',
  accountNumber: 'account number',
  companyNumber: 'company number',
  vatNumber: 'VAT number',
  eori: 'EORI',
  terms: 'terms',
  documentEmails: 'invoices by email',
}

/** '' of a company that has none agreed. */
export const formatTerms = (terms: InvoiceDue | null): string => (terms ? formatInvoiceDue(terms) : '')

/** When the invoices of companies without terms are due. */
export const formatShopTerms = ({ invoiceDue }: { invoiceDue: InvoiceDue | null }): string =>
  formatTerms(invoiceDue) || 'no day'
