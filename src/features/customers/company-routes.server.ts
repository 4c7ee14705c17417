import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AppContext, Db, Tx } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { type PageResult, toPageResult } from '../../infra/pages/render.ts'
import { type FieldErrors, toFieldErrors, validateText } from '../../lib/calls/field-checks.ts'
import { or404 } from '../../lib/calls/problem.ts'
import { pluralize } from '../../lib/count.ts'
import { toLondonTime } from '../../lib/dates.ts'
import { toActor } from '../accounts/actor.ts'
import type { ColleagueRole } from '../accounts/colleagues/colleague.ts'
import { listCompanyAddresses, listCustomerLogins, listOpenInvitations } from '../accounts/service.ts'
import type { AdminDeps, Rejection } from '../back-office/service.ts'
import { changed, createStaffAction, done, invalid } from '../back-office/staff-action.server.ts'
import { listSubjectHistory } from '../back-office/subject-history.server.ts'
import { documentsEmail } from '../billing/DocumentsEmail.tsx'
import { formatDocumentNumber, readDocumentNumber } from '../billing/document.ts'
import { findCompanyDocument } from '../billing/service.ts'
import { toCredit } from '../credit/credit.ts'
import { listPriceLists } from '../prices/service.ts'
import { getAccountFigures, lockCompany as lockLedger } from '../sales-ledger/service.ts'
import { companyPage } from './CompanyPage.tsx'
import {
  type CompanyDetails,
  type CompanyForm,
  type CustomerCompany,
  formatDetailChanges,
  formatShopTerms,
  formatTerms,
  parseCompany,
  toCompanyForm,
} from './company-form.ts'
import { customerRights, customersUrl, toCompanyUrl } from './customer.ts'
import { newCompanyPage } from './NewCompanyPage.tsx'
import {
  findCompany,
  isInvoiced,
  listMostBought,
  lockOrdersOfAccount,
  setOnStop,
  toCompanySubject,
  toPersonSubject,
  updateCompany,
  updatePriceList,
} from './queries.ts'
import {
  changeCompany,
  choosePriceList,
  createCompany,
  emailDocument,
  releaseCompany,
  stopCompany,
} from './schemas.ts'
import { createCompanyForm, formatTaken, openCompany } from './service.ts'
import { type BoughtProduct, toListedAddress, toListedInvitation } from './view.ts'

const maxReasonLength = 200
const priceListSaved = 'The price list is saved. What is in their baskets has its prices at once.'
const maxBought = 10
const year = 365 * 86_400_000

/** What was typed into one of the forms of a company. */
interface CompanyFormState {
  form?: CompanyForm
  reason?: string
  number?: string
  invitation?: { email: string; role: ColleagueRole; account_orders: boolean }
}

/** The page of a company and the forms that all of it share: each is one transaction under the lock of its row. */
export function createCompanyAction(app: FastifyInstance, deps: AdminDeps) {
  const { context } = deps
  return createStaffAction(app, deps, {
    right: customerRights,
    page: { url: `${customersUrl}/:account`, params: z.object({ account: z.string().max(60) }) },
    load: ({ account }: { account: string }) => getCompany(context.db, account),
    lock: async (tx, { id }) => {
      await lockOrdersOfAccount(tx, id)
      return lockCompany(tx, id)
    },
    toSubject: toAuditSubject,
    toUrl: ({ params: { account }, body }, { success }) => {
      const { account_number: next } = body as { account_number?: string }
      return toCompanyUrl(success && next !== undefined ? next.toUpperCase() : account)
    },
    render: (company, typed: CompanyFormState | undefined, rejection) =>
      renderCompany(context, company, typed, rejection),
  })
}

export const toAuditSubject = ({ id, name }: CustomerCompany) => ({ subject: toCompanySubject(id), name })

export const getCompany = async (db: Db, accountNumber: string): Promise<CustomerCompany> =>
  or404(await findCompany(db, { accountNumber }))

export async function lockCompany(tx: Tx, id: number): Promise<CustomerCompany> {
  await lockLedger(tx, id)
  return (await findCompany(tx, { id }))!
}

async function renderCompany(
  context: AppContext,
  company: CustomerCompany,
  typed: CompanyFormState | undefined,
  rejection: Rejection,
): Promise<PageResult> {
  const { db, config, now } = context
  const { id, name, accountNumber, version } = company
  const people = await listCustomerLogins(db, id)
  const subjects = [
    toCompanySubject(id),
    `account ${accountNumber}`,
    ...people.map(person => toPersonSubject(person.id)),
  ]
  const [figures, addresses, invitations, bought, history, isNumberFixed, priceLists] = await Promise.all([
    getAccountFigures(db, id, toLondonTime(now()).date),
    listCompanyAddresses(db, id),
    listOpenInvitations(db, id, now()),
    listYearsProducts(context, { companyId: id }),
    listSubjectHistory(db, subjects),
    isInvoiced(db, id),
    listPriceLists(db),
  ])
  const shopTerms = formatShopTerms(config)
  const hasHeadBuyer = people.some(({ isHeadBuyer, isActive }) => isHeadBuyer && isActive)
  const props = {
    ...company,
    url: toCompanyUrl(accountNumber),
    version: String(version),
    figures: { ...figures, ...toCredit(figures) },
    isNumberFixed,
    shopTerms,
    dueAfter: formatTerms(company.terms) || `${shopTerms}, as for all customers`,
    priceLists,
    people: people.map(({ createdAt: _, ...person }) => person),
    invitations: invitations.map(toListedInvitation),
    addresses: addresses.map(toListedAddress),
    bought,
    history,
    form: toCompanyForm(company),
    reason: '',
    number: '',
    invitation: { email: '', role: hasHeadBuyer ? 'buyer' : 'head_buyer', account_orders: true } as const,
    ...typed,
    ...rejection,
  }
  return toPageResult(companyPage, props, { title: name, errors: rejection.errors })
}

/** What a customer bought most in the last 12 months. */
export const listYearsProducts = (
  { db, now }: AppContext,
  customer: { companyId: number } | { personId: number },
): Promise<BoughtProduct[]> => listMostBought(db, customer, new Date(now().getTime() - year), maxBought)

/** Companies: opened, changed, put on stop (R-CUSTOMER-2 to 4). */
export function companyRoutes(
  app: FastifyInstance,
  deps: AdminDeps,
  companyAction: ReturnType<typeof createCompanyAction>,
): void {
  const { db, config } = deps.context

  companyAction(changeCompany, {
    typed: ({ body: { seen: _, ...form } }) => ({ form }),
    validate: ({ body }) => parseCompany(body),
    findEarlier: async (_tx, _form, company, { details }) =>
      formatDetailChanges(company, details) === '' ? done(formatSaved(details)) : null,
    change: async (tx, _form, company, { details }) => {
      const owner = await findCompany(tx, details)
      if (owner && owner.id !== company.id) return invalid({ account_number: formatTaken(owner) })
      if (details.accountNumber !== company.accountNumber && (await isInvoiced(tx, company.id)))
        return invalid({ account_number: accountNumberFixed })
      await updateCompany(tx, company.id, details)
      const detail = formatDetailChanges(company, details)
      return done(formatSaved(details), { action: 'company changed', detail })
    },
  })

  for (const [call, onStop] of [
    [stopCompany, true],
    [releaseCompany, false],
  ] as const)
    companyAction(call, {
      typed: ({ body: { reason } }) => ({ reason }),
      validate: ({ body: { reason } }) => ({
        errors: toFieldErrors({ reason: validateText('Reason', reason, maxReasonLength) }),
      }),
      findEarlier: async (_tx, { body }, company) => {
        if (company.onStop !== onStop) return null
        return !onStop || company.stopReason === body.reason ? done(formatStop(company, onStop)) : changed
      },
      change: async (tx, { body: { reason } }, company) => {
        await setOnStop(tx, company.id, { onStop, reason: onStop ? reason : '' })
        const action = onStop ? 'put on stop' : 'taken off stop'
        return done(formatStop(company, onStop), { action, detail: reason })
      },
    })

  companyAction(choosePriceList, {
    findEarlier: async (_tx, { body }, { priceListId }) =>
      (body.price_list || null) === priceListId ? done(priceListSaved) : null,
    change: async (tx, { body }, company) => {
      const lists = new Map((await listPriceLists(tx)).map(({ id, name }) => [id, name]))
      const listId = body.price_list || null
      if (listId !== null && !lists.has(listId))
        return invalid({ price_list: 'There is no such price list.' })
      await updatePriceList(tx, company.id, listId)
      const names = [company.priceListId, listId].map(id => (id === null ? 'none' : lists.get(id)!))
      return done(priceListSaved, { action: 'price list changed', detail: names.join(' → ') })
    },
  })

  companyAction(emailDocument, {
    typed: ({ body: { number } }) => ({ number }),
    validate: ({ body: { number }, target }) => parseDocumentForm(number, target),
    // The press changes the version of the page, so a second press of the same form sends nothing.
    change: async (tx, { requestKey }, company, { document }) => {
      const sent = await findCompanyDocument(tx, company.id, document)
      if (!sent) return invalid({ number: formatNoDocument(company) })
      for (const recipient of company.accountsEmails)
        await documentsEmail.enqueue(tx, [sent], recipient, { again: requestKey })
      const name = formatDocumentNumber(document.kind, document.number)
      const count = pluralize(company.accountsEmails.length, 'address', 'addresses')
      return done(`${name} goes to ${recipientFormat.format(company.accountsEmails)} by email.`, {
        action: 'document sent again',
        detail: `${name} to ${count}`,
      })
    },
  })

  const newCompany = createStaffAction(app, deps, {
    right: customerRights,
    page: { url: `${customersUrl}/new` },
    load: async () => ({ version: null }),
    toUrl: ({ body }) => toCompanyUrl((body as CompanyForm).account_number.toUpperCase()),
    render: async (_target, typed: CompanyForm | undefined, rejection) => {
      const form = typed ?? (await createCompanyForm(db))
      const props = { form, shopTerms: formatShopTerms(config), ...rejection }
      return toPageResult(newCompanyPage, props, { title: 'New company', errors: rejection.errors })
    },
  })

  newCompany(createCompany, {
    typed: ({ body }) => body,
    validate: ({ body }) => parseCompany(body),
    run: ({ staff, now }, { details }) =>
      inTransaction(db, async tx => {
        const id = await openCompany(tx, details, { actor: toActor(staff.id), now })
        const owner = id === null ? await findCompany(tx, details) : null
        // The same form again changes nothing.
        return owner && formatDetailChanges(owner, details) !== ''
          ? invalid({ account_number: formatTaken(owner) })
          : done(formatOpened(details))
      }),
  })
}

function parseDocumentForm(
  number: string,
  { accountsEmails }: CompanyDetails,
): { document: NonNullable<ReturnType<typeof readDocumentNumber>> } | { errors: FieldErrors } {
  const document = readDocumentNumber(number)
  if (!document) return { errors: { number: 'Enter the number as it’s on the paper: INV-000042.' } }
  return accountsEmails.length === 0 ? { errors: { number: noAccountsEmails } } : { document }
}

const recipientFormat = new Intl.ListFormat('en-GB')
const noAccountsEmails = 'Enter the emails of their accounts department under Details first.'
const formatNoDocument = ({ name }: CompanyDetails): string =>
  `${name} has no invoice or credit note of this number.`
const accountNumberFixed = 'Invoices have this account number, so it cannot be changed any more.'
const formatSaved = ({ name }: CompanyDetails): string => `Details of ${name} saved.`
const formatOpened = ({ name, accountNumber }: CompanyDetails): string =>
  `The account of ${name} is open: ${accountNumber}. Next, invite its head buyer and enter its billing address.`
const formatStop = ({ name }: CompanyDetails, onStop: boolean): string =>
  onStop
    ? `${name} is on stop: its orders on account are held, also those that haven’t left yet.`
    : `${name} is off stop: orders that were held for it are held no longer.`
