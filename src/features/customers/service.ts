import type { Db, Tx } from '../../infra/app-context.ts'
import { formatRequired } from '../../lib/calls/field-checks.ts'
import { isEmail } from '../../lib/contact/email.ts'
import type { Actor } from '../accounts/actor.ts'
import { colleagueMessages, emailChangeMessages } from '../accounts/messages.ts'
import { addAuditEntry, findCustomerLoginByEmail } from '../accounts/service.ts'
import { type CompanyDetails, type CompanyForm, emptyCompanyForm } from './company-form.ts'
import { proposeAccountNumber } from './customer.ts'
import {
  findNewestAccountNumber,
  insertCompany,
  listAccountNumbersLike,
  toCompanySubject,
} from './queries.ts'

export { findCompany } from './queries.ts'
export { listContactSources } from './search.server.ts'

/** Of a new company, with the next free account number. */
export async function createCompanyForm(db: Db, form: Partial<CompanyForm> = {}): Promise<CompanyForm> {
  const newest = await findNewestAccountNumber(db)
  const account_number = proposeAccountNumber(newest, await listAccountNumbersLike(db, newest ?? 'A'))
  return { ...emptyCompanyForm, account_number, ...form }
}

/** Opens the account of a company; null: its number is taken. */
export async function openCompany(
  tx: Tx,
  details: CompanyDetails,
  entry: { actor: Actor; now: Date },
): Promise<number | null> {
  const id = await insertCompany(tx, details)
  if (id === null) return null
  const subject = toCompanySubject(id)
  await addAuditEntry(tx, { ...entry, action: 'company opened', subject, detail: details.accountNumber })
  return id
}

/** Why an address cannot be invited; null: it can. Staff may read whose it is, other than head buyers. */
export async function getInvitationError(
  db: Db | Tx,
  email: string,
  company: { id: number; name: string },
): Promise<string | null> {
  if (email === '') return formatRequired('Email address')
  if (!isEmail(email)) return emailChangeMessages.invalid
  const person = await findCustomerLoginByEmail(db, email)
  if (!person) return null
  if (person.isStaff) return `${email} is the login of a member of staff.`
  if (!person.isActive) return `The login of ${email} is disabled. Enable it first.`
  if (person.company?.id === company.id) return colleagueMessages.member(company.name)
  if (person.company)
    return `${email} orders for ${person.company.name}, and nobody orders for two companies. Remove the person there first.`
  return null
}

export const formatTaken = ({ accountNumber, name }: CompanyDetails): string =>
  `${accountNumber} is the account number of ${name}. Please choose another.`
