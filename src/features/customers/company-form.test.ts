import { describe, expect, test } from 'vitest'
import {
  type CompanyForm,
  formatDetailChanges,
  parseCompany,
  toCompanyForm,
  vatNumberMessages,
} from './company-form.ts'
import { proposeAccountNumber } from './customer.ts'

const form: CompanyForm = {
  name: 'Northfield Plant Hire',
  account_number: 'nph001',
  company_number: '0123 4567',
  vat: '980 7806 84',
  eori: '',
  terms_kind: 'end_of_month',
  terms_days: '30',
  accounts_emails: 'Ledger@northfield.example, ap@northfield.example\nledger@northfield.example',
  document_emails: 'at_once',
  notes: '',
}
const parse = (changes: Partial<CompanyForm> = {}) => {
  const parsed = parseCompany({ ...form, ...changes })
  if ('errors' in parsed) throw new Error(JSON.stringify(parsed.errors))
  return parsed.details
}
const listErrors = (changes: Partial<CompanyForm>) => {
  const parsed = parseCompany({ ...form, ...changes })
  return 'errors' in parsed ? parsed.errors : {}
}

describe('the details of a company', () => {
  test('are stored in one form, each address once', () => {
    expect(parse()).toEqual({
      name: 'Northfield Plant Hire',
      accountNumber: 'NPH001',
      companyNumber: '01234567',
      vatNumber: 'GB980780684',
      eori: '',
      terms: { days: 30, isFromEndOfMonth: true },
      accountsEmails: ['ledger@northfield.example', 'ap@northfield.example'],
      documentEmails: 'at_once',
      notes: '',
    })
    expect(parse({ terms_kind: '', terms_days: '' }).terms).toBe(null)
  })

  test('come back from the form as they were', () => {
    expect(parseCompany(toCompanyForm(parse()))).toEqual({ details: parse() })
  })

  test.each<[Partial<CompanyForm>, object]>([
    [{ name: '' }, { name: 'Company name is required.' }],
    [{ account_number: 'NPH/1' }, { account_number: 'Up to 20 letters, digits and hyphens, please.' }],
    [{ vat: 'GB980780685' }, { vat: vatNumberMessages.check_digits }],
    [{ vat: '12' }, { vat: vatNumberMessages.form }],
    [{ terms_days: '' }, { terms_days: 'Enter a number of days up to 120.' }],
    [{ terms_kind: '' }, { terms_days: 'Say from when these days count, or clear them.' }],
    [{ accounts_emails: 'ap@northfield' }, { accounts_emails: 'ap@northfield is not an email address.' }],
  ])('that cannot be are refused: %o', (changes, errors) => expect(listErrors(changes)).toEqual(errors))

  test('are audited before and after, without addresses and notes', () => {
    const after = parse({
      name: 'Northfield',
      vat: '',
      terms_kind: 'days',
      accounts_emails: '',
      notes: 'Rang',
    })
    expect(formatDetailChanges(parse(), after)).toBe(
      'name Northfield Plant Hire → Northfield, VAT number GB980780684 → none, terms 30 days from the end of the month → 30 days, emails of the accounts department: 2 addresses → none, notes',
    )
    expect(formatDetailChanges(after, after)).toBe('')
  })
})

test.each([
  [null, [], 'A1001'],
  ['NPH001', ['NPH001', 'NPH002', 'NPH004'], 'NPH003'],
  ['T0999', ['T0999'], 'T1000'],
  ['NORTH', ['NORTH'], 'A1001'],
])('after the account number %s the next is proposed', (newest, taken, next) => {
  expect(proposeAccountNumber(newest, taken)).toBe(next)
})
