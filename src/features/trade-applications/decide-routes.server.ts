import type { FastifyInstance } from 'fastify'
import { toPageResult } from '../../infra/pages/render.ts'
import { toFieldErrors, validateText } from '../../lib/calls/field-checks.ts'
import { or404 } from '../../lib/calls/problem.ts'
import { formatAddressLines, normaliseAddress } from '../../lib/contact/address.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { formatPounds, zero } from '../../lib/money.ts'
import { toActor } from '../accounts/actor.ts'
import { toAddressColumns } from '../accounts/addresses/saved-address.ts'
import { findCustomerLogin, saveAddress, sendInvitation } from '../accounts/service.ts'
import { includesRight, listHeldRights } from '../accounts/staff/staff-right.ts'
import { toSubjectUrl } from '../back-office/navigation.ts'
import type { AdminDeps, Rejection } from '../back-office/service.ts'
import { createStaffAction, done, invalid, refuse } from '../back-office/staff-action.server.ts'
import { listSubjectHistory } from '../back-office/subject-history.server.ts'
import { formatShopTerms, parseCompany } from '../customers/company-form.ts'
import { customerRights, toCompanyUrl } from '../customers/customer.ts'
import {
  createCompanyForm,
  findCompany,
  formatTaken,
  getInvitationError,
  openCompany,
} from '../customers/service.ts'
import { parseCreditLimit } from '../sales-ledger/payment-form.ts'
import { updateCreditLimit } from '../sales-ledger/service.ts'
import { applicationRefusedEmail } from './ApplicationEmails.tsx'
import { applicationPage } from './ApplicationPage.tsx'
import {
  type AccountForm,
  type Application,
  applicationsUrl,
  formatTypedLimit,
  toApplicationSubject,
  toApplicationUrl,
} from './application.ts'
import {
  findApplication,
  listSameCompanies,
  lockApplication,
  type SameCompany,
  setDecision,
} from './queries.ts'
import { approveApplication, refuseApplication } from './schemas.ts'

const maxReasonLength = 1000

interface DecisionFormState {
  account?: AccountForm
  reason?: string
}

/** Staff open the account that was applied for, or refuse it (R-APPLICATION-3 to 5). */
export function decideRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { db } = deps.context

  const applicationAction = createStaffAction(app, deps, {
    right: customerRights,
    page: { url: `${applicationsUrl}/:id`, params: approveApplication.params },
    load: async ({ id }: { id: number }) => {
      const application = await findApplication(db, id)
      return or404(application?.state === 'unconfirmed' ? null : application)
    },
    lock: async (tx, { id }) => {
      await lockApplication(tx, id)
      return (await findApplication(tx, id))!
    },
    toSubject: ({ id, form }) => ({
      subject: toApplicationSubject(id),
      name: `The application of ${form.company}`,
    }),
    toUrl: ({ params, body }, { success }) => {
      const { account_number: account } = body as { account_number?: string }
      if (!success) return toApplicationUrl(params.id)
      return account === undefined ? applicationsUrl : toCompanyUrl(account.toUpperCase())
    },
    render: (application, typed: DecisionFormState | undefined, rejection) =>
      renderApplication(deps, application, { ...typed, ...rejection }),
  })

  applicationAction(approveApplication, {
    typed: ({ body: { seen: _, ...account } }) => ({ account }),
    validate: ({ body, staff }) => {
      const company = parseCompany(body)
      const mayGiveCredit = includesRight(listHeldRights(staff), 'accounts')
      const credit = mayGiveCredit ? parseFirstLimit(body) : { limit: zero }
      if (!('errors' in company || 'errors' in credit)) return { ...company, ...credit }
      return {
        errors: { ...('errors' in company && company.errors), ...('errors' in credit && credit.errors) },
      }
    },
    findEarlier: async (_tx, { staff }, { state, decidedBy, accountNumber }, { details }) =>
      state === 'approved' && decidedBy === staff.id && accountNumber === details.accountNumber
        ? done(formatOpened(details.name, accountNumber))
        : null,
    isPossible: ({ state }) => state === 'waiting',
    change: async (tx, { body, staff, now }, { id, form }, { details, limit }) => {
      const { email } = form
      const error = await getInvitationError(tx, email, { id: 0, name: details.name })
      if (error !== null) return refuse(error)
      const same = await listSameCompanies(tx, { company_number: '', vat: details.vatNumber })
      if (same[0] && !body.confirm)
        return invalid({
          confirm: `${formatSame(same[0])} If this is another account of theirs, tick the box.`,
        })
      const companyId = await openCompany(tx, details, { actor: toActor(staff.id), now })
      if (companyId === null)
        return invalid({ account_number: formatTaken((await findCompany(tx, details))!) })
      await updateCreditLimit(tx, companyId, limit)
      const address = { ...toAddressColumns(normaliseAddress(form)), billing: true }
      await saveAddress(tx, { companyId, isOfAccount: true }, null, address)
      const company = { id: companyId, name: details.name }
      const permissions = ['full_customer', 'account_orders']
      const invitation = { company, email, role: 'head_buyer' as const, invitedBy: staff.id, permissions }
      await sendInvitation(tx, invitation, '', now)
      await setDecision(tx, id, { companyId, reason: '', staffId: staff.id, now })
      const credit = limit === null ? 'no limit' : `limit ${formatPounds(limit)}`
      const detail = `${details.accountNumber}, ${credit}`
      return done(formatOpened(details.name, details.accountNumber), {
        action: 'trade application approved',
        detail,
      })
    },
  })

  applicationAction(refuseApplication, {
    typed: ({ body: { reason } }) => ({ reason }),
    validate: ({ body: { reason } }) => ({
      errors: toFieldErrors({ reason: validateText('Reason', reason, maxReasonLength) }),
    }),
    findEarlier: async (_tx, { body, staff }, { form, state, decidedBy, reason }) =>
      state === 'refused' && decidedBy === staff.id && reason === body.reason
        ? done(formatRefused(form.email))
        : null,
    isPossible: ({ state }) => state === 'waiting',
    change: async (tx, { body: { reason }, staff, now }, { id, form }) => {
      await setDecision(tx, id, { companyId: null, reason, staffId: staff.id, now })
      const { email, firstname: name, company } = form
      await applicationRefusedEmail.enqueue(tx, { id, email, name, company, reason })
      return done(formatRefused(email), { action: 'trade application refused' })
    },
  })
}

async function renderApplication(
  { context: { db, config } }: AdminDeps,
  application: Application,
  typed: DecisionFormState & Rejection,
) {
  const { id, form, state, createdAt, decidedAt, decidedBy, accountNumber, reason } = application
  const isWaiting = state === 'waiting'
  const [same, error, decider, history, account] = await Promise.all([
    isWaiting ? listSameCompanies(db, form) : [],
    isWaiting ? getInvitationError(db, form.email, { id: 0, name: form.company }) : null,
    decidedBy === null ? null : findCustomerLogin(db, decidedBy),
    listSubjectHistory(db, [toApplicationSubject(id)]),
    typed.account ?? createAccountForm(db, form),
  ])
  const decided = decidedAt ? `${decider?.name ?? ''}, ${formatDateTime(decidedAt)}` : ''
  const props = {
    url: toApplicationUrl(id),
    version: String(application.version),
    name: form.company,
    state,
    facts: {
      Contact: `${form.firstname} ${form.surname}`,
      Email: form.email,
      Telephone: form.telephone,
      Address: formatAddressLines({ ...form, firstname: '', surname: '' }).join('\n'),
      'Company number': form.company_number,
      'VAT number': form.vat,
      'First trade reference': form.reference_1,
      'Second trade reference': form.reference_2,
      'Credit limit they would like': formatTypedLimit(form),
      Applied: formatDateTime(createdAt),
    },
    warnings: [
      ...same.map(company => ({ text: formatSame(company), url: toCompanyUrl(company.accountNumber) })),
      ...(error === null ? [] : [{ text: error, url: '' }]),
    ],
    decision: [decided, reason].filter(Boolean).join('\n'),
    companyUrl: accountNumber === '' ? '' : toCompanyUrl(accountNumber),
    hasTakenVat: same.some(({ isSameVat }) => isSameVat),
    shopTerms: formatShopTerms(config),
    privacyUrl: form.email === '' ? '' : toSubjectUrl(`application-${id}`),
    history,
    reason: '',
    ...typed,
    account,
  }
  const head = { title: `${form.company}: trade application`, errors: typed.errors }
  return toPageResult(applicationPage, props, head)
}

async function createAccountForm(db: AdminDeps['context']['db'], form: Application['form']) {
  const { company: name, company_number, vat } = form
  const notes = `Trade references:\n${form.reference_1}\n${form.reference_2}`
  const company = await createCompanyForm(db, { name, company_number, vat, notes })
  return { ...company, credit_limit: form.credit_limit || '0', no_limit: false, confirm: false }
}

/** An account is not opened without a limit because its field was overlooked. */
function parseFirstLimit({
  credit_limit,
  no_limit,
}: Pick<AccountForm, 'credit_limit' | 'no_limit'>): ReturnType<typeof parseCreditLimit> {
  const isEmpty = credit_limit.trim() === ''
  if (no_limit)
    return isEmpty || credit_limit === '0'
      ? { limit: null }
      : refuseLimit('Clear the limit, or the tick at “No limit”.')
  return isEmpty
    ? refuseLimit('Enter a limit, such as 500; with 0 its orders are held. Or tick “No limit”.')
    : parseCreditLimit(credit_limit)
}

const refuseLimit = (sentence: string) => ({ errors: { credit_limit: sentence } })

const formatSame = ({ name, accountNumber, isSameVat }: SameCompany): string =>
  `${name} (${accountNumber}) has the same ${isSameVat ? 'VAT' : 'company'} number.`

const formatOpened = (name: string, accountNumber: string): string =>
  `The account of ${name} is open: ${accountNumber}. Its head buyer has an invitation.`
const formatRefused = (email: string): string =>
  `The application is refused, and the reason is on its way to ${email}.`
