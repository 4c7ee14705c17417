import type { AppContext } from '../../infra/app-context.ts'
import { type PageResult, toPageResult } from '../../infra/pages/render.ts'
import { toLondonTime } from '../../lib/dates.ts'
import { formatPounds } from '../../lib/money.ts'
import type { ColleagueRole } from '../accounts/colleagues/colleague.ts'
import { listCompanyAddresses, listCustomerLogins, listOpenInvitations } from '../accounts/service.ts'
import type { Rejection } from '../back-office/service.ts'
import { listSubjectHistory } from '../back-office/subject-history.server.ts'
import { formatLimitUse, toCredit } from '../credit/credit.ts'
import { toAccountUrl } from '../sales-ledger/ledger.ts'
import { getAccountFigures } from '../sales-ledger/service.ts'
import { companyPage } from './CompanyPage.tsx'
import { type CompanyForm, formatTerms, toCompanyForm } from './company-form.ts'
import { documentEmailNames, toCompanyUrl } from './customer.ts'
import {
  type CustomerCompany,
  isInvoiced,
  listMostBought,
  toCompanySubject,
  toPersonSubject,
} from './queries.ts'
import { type BoughtProduct, toListedAddress, toListedInvitation, toListedPerson } from './view.ts'

const maxBought = 10
const year = 365 * 86_400_000

/** What was typed into one of the forms of a company. */
export interface CompanyFormState {
  details?: CompanyForm
  reason?: string
  documentNumber?: string
  invitation?: { email: string; role: ColleagueRole; account_orders: boolean }
}

export async function renderCompany(
  context: AppContext,
  company: CustomerCompany,
  typed: CompanyFormState = {},
  { notice, errors }: Rejection = { notice: null, errors: {} },
): Promise<PageResult> {
  const { db, config, now } = context
  const { id, name, accountNumber } = company
  const people = await listCustomerLogins(db, id)
  const subjects = [
    toCompanySubject(id),
    `account ${accountNumber}`,
    ...people.map(person => toPersonSubject(person.id)),
  ]
  const [figures, addresses, invitations, bought, history, hasInvoice] = await Promise.all([
    getAccountFigures(db, id, toLondonTime(now()).date),
    listCompanyAddresses(db, id),
    listOpenInvitations(db, id, now()),
    listYearsProducts(context, { companyId: id }),
    listSubjectHistory(db, subjects),
    isInvoiced(db, id),
  ])
  const shopTerms = formatTerms(config.invoiceDue) || 'no day'
  const credit = toCredit(figures)
  const props = {
    url: toCompanyUrl(accountNumber),
    version: String(company.version),
    name,
    accountNumber,
    onStop: company.onStop,
    stopReason: company.stopReason,
    facts: [
      ['Company number', company.companyNumber],
      ['VAT number', company.vatNumber],
      ['EORI', company.eori],
      ['Invoices are due after', formatTerms(company.terms) || `${shopTerms}, as for all customers`],
      ['Accounts department', company.accountsEmails.join(', ')],
      [
        'Invoices by email',
        company.accountsEmails.length > 0 ? documentEmailNames[company.documentEmails] : '',
      ],
      ['Notes', company.notes],
    ].map(([label = '', value = '']) => ({ name: label, value })),
    figures: {
      balance: figures.balance,
      overdue: figures.overdue,
      limit: credit.limit === null ? 'None' : formatPounds(credit.limit),
      available: credit.available,
      limitUse: formatLimitUse(credit),
    },
    accountUrl: toAccountUrl(accountNumber),
    form: typed.details ?? toCompanyForm(company),
    isNumberFixed: hasInvoice,
    shopTerms,
    reason: typed.reason ?? '',
    documentNumber: typed.documentNumber ?? '',
    hasAccountsEmails: company.accountsEmails.length > 0,
    people: people.map(toListedPerson),
    invitations: invitations.map(toListedInvitation),
    invitation: typed.invitation ?? {
      ...{ email: '', account_orders: true },
      role: people.some(({ isHeadBuyer, isActive }) => isHeadBuyer && isActive) ? 'buyer' : 'head_buyer',
    },
    addresses: addresses.map(toListedAddress),
    bought,
    history,
    notice,
    errors,
  }
  return toPageResult(companyPage, props, { title: name, errors })
}

/** What a customer bought most in the last 12 months. */
export const listYearsProducts = (
  { db, now }: AppContext,
  customer: { companyId: number } | { personId: number },
): Promise<BoughtProduct[]> => listMostBought(db, customer, new Date(now().getTime() - year), maxBought)
