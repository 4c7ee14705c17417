import type { FastifyInstance } from 'fastify'
import type { AppContext, Db, Tx } from '../../infra/app-context.ts'
import { toPageResult } from '../../infra/pages/render.ts'
import { isWithinMailLimit } from '../../infra/rate-limit/attempts.ts'
import { formatRequired, toFieldErrors, validateText } from '../../lib/calls/field-checks.ts'
import { or404 } from '../../lib/calls/problem.ts'
import { isEmail } from '../../lib/contact/email.ts'
import { normaliseEmail } from '../../lib/contact/normalise-email.ts'
import { isPhone } from '../../lib/contact/telephone.ts'
import { formatDateOf, toLondonTime } from '../../lib/dates.ts'
import { zero } from '../../lib/money.ts'
import type { ColleagueRole } from '../accounts/colleagues/colleague.ts'
import { colleagueMessages, emailChangeMessages, formatDisabled, formatReset } from '../accounts/messages.ts'
import type { CustomerLogin } from '../accounts/people/customer-login.ts'
import type { ColleagueRequests } from '../accounts/service.ts'
import {
  beginEmailChangeByStaff,
  deleteOpenInvitation,
  disablePerson,
  enablePerson,
  findCustomerLogin,
  findPendingEmailChange,
  listAddresses,
  listApprovers,
  listOpenInvitations,
  lockCompanyMembers,
  lockPerson,
  removeFromCompany,
  removeSecondFactor,
  sendInvitation,
  setCustomerRights,
  setNameAndTelephone,
} from '../accounts/service.ts'
import { hasGodmode, type Person } from '../accounts/visitor.ts'
import { listRequestReferences } from '../approvals/service.ts'
import { toSubjectUrl } from '../back-office/navigation.ts'
import type { AdminDeps, Rejection } from '../back-office/service.ts'
import { createStaffAction, done, invalid, refuse } from '../back-office/staff-action.server.ts'
import { listSubjectHistory } from '../back-office/subject-history.server.ts'
import { type createCompanyAction, listYearsProducts } from './company-routes.server.ts'
import { customerRights, customersUrl, formatOnAccount, formatRights, toPersonUrl } from './customer.ts'
import { personPage } from './PersonPage.tsx'
import { toPersonSubject } from './queries.ts'
import {
  changePerson,
  changePersonEmail,
  changePersonRights,
  disableCustomer,
  enableCustomer,
  inviteCustomer,
  removeCustomer,
  resetCustomerFactor,
  withdrawCustomerInvitation,
} from './schemas.ts'
import { getInvitationError } from './service.ts'
import { toListedAddress } from './view.ts'

export interface PeopleDeps extends AdminDeps {
  colleagueRequests: ColleagueRequests
}

/** Who may order for a company: invited, and the invitation withdrawn (R-CUSTOMER-5). */
export function invitationRoutes(
  { context }: AdminDeps,
  companyAction: ReturnType<typeof createCompanyAction>,
): void {
  companyAction(inviteCustomer, {
    typed: ({ body: { seen: _, ...invitation } }) => ({ invitation }),
    validate: async ({ body, target }) => {
      const email = normaliseEmail(body.email)
      const error = await getInvitationError(context.db, email, target)
      return error === null ? { email } : { errors: { email: error } }
    },
    // Pressed twice.
    findEarlier: async (tx, { body, staff, now }, { id }, { email }) => {
      const open = await listOpenInvitations(tx, id, now)
      const isSame = open.some(
        invitation =>
          invitation.email === email &&
          invitation.invitedBy === staff.id &&
          toRole(invitation) === body.role &&
          (invitation.permissions ?? []).includes(onAccount) === body.account_orders &&
          invitation.expiresAt.getTime() - now.getTime() > (7 * 24 * 60 - 1) * 60_000,
      )
      return isSame ? done(colleagueMessages.invited(email)) : null
    },
    change: async (tx, { body: { role, account_orders }, staff, now }, company, { email }) => {
      if (!(await isWithinMailLimit(context, 'invitation', email)))
        return invalid({ email: colleagueMessages.tooManyToAddress })
      const permissions = ['full_customer', ...(account_orders ? [onAccount] : [])]
      await sendInvitation(tx, { company, email, role, invitedBy: staff.id, permissions }, '', now)
      const detail = `${role.replaceAll('_', ' ')}, ${formatOnAccount(account_orders)}`
      return done(colleagueMessages.invited(email), { action: 'person invited', detail })
    },
  })

  companyAction(withdrawCustomerInvitation, {
    findEarlier: async (tx, { params: { id: invitationId }, now }, { id }) =>
      (await listOpenInvitations(tx, id, now)).some(invitation => invitation.id === invitationId)
        ? null
        : done(colleagueMessages.withdrawn),
    change: async (tx, { params: { id: invitationId } }, { id }) => {
      await deleteOpenInvitation(tx, id, invitationId)
      return done(colleagueMessages.withdrawn, { action: 'invitation withdrawn' })
    },
  })
}

const onAccount = 'account_orders'

const toRole = ({ role, needsApproval }: { role: string; needsApproval: boolean }): ColleagueRole =>
  role === 'head_buyer' ? 'head_buyer' : needsApproval ? 'buyer_with_approval' : 'buyer'

/** A person's page and its forms, with or without a company (R-CUSTOMER-5 and 6). */
export function personRoutes(app: FastifyInstance, deps: PeopleDeps): void {
  const { context, colleagueRequests } = deps
  const { db } = context

  const personAction = createStaffAction(app, deps, {
    right: customerRights,
    page: { url: `${customersUrl}/people/:id`, params: changePerson.params },
    load: ({ id }: { id: number }) => getCustomer(db, id),
    lock: async (tx, { id, company }): Promise<CustomerLogin> => {
      if (company) await lockCompanyMembers(tx, company.id)
      await lockPerson(tx, id)
      return (await findCustomerLogin(tx, id))!
    },
    toSubject: person => ({ subject: toPersonSubject(person.id), name: toName(person) }),
    toUrl: ({ params: { id } }) => toPersonUrl(id),
    render: (person, typed: PersonFormState | undefined, rejection, staff) =>
      renderPerson(context, staff, person, { ...typed, ...rejection }),
  })

  personAction(changePerson, {
    typed: ({ body: { name, telephone } }) => ({ details: { name, telephone } }),
    validate: ({ body: { name, telephone } }) => ({
      errors: toFieldErrors({
        name: validateText('Name', name),
        telephone: [telephone !== '' && !isPhone(telephone) && 'That is not a telephone number.'],
      }),
    }),
    findEarlier: async (_tx, { body }, person) =>
      body.name === person.name && body.telephone === person.telephone ? done(formatSaved(person)) : null,
    change: async (tx, { body }, person) => {
      await setNameAndTelephone(tx, person.id, body)
      const fields = (['name', 'telephone'] as const).filter(field => body[field] !== person[field])
      return done(formatSaved(person), { action: 'details changed', detail: fields.join(', ') })
    },
  })

  personAction(changePersonRights, {
    typed: ({ body }) => ({ rights: toRights(body) }),
    findEarlier: async (_tx, { body }, person) =>
      formatRights(person) === formatRights(toRights(body)) ? done(formatSaved(person)) : null,
    isPossible: ({ company }) => company !== null,
    change: async (tx, { body, now }, person) => {
      const rights = toRights(body)
      const stays = rights.isHeadBuyer && !rights.needsApproval
      const error = stays ? null : await getApproverError(tx, person, now)
      if (error !== null) return refuse(error)
      await setCustomerRights(tx, person.id, rights)
      const detail = `${formatRights(person)} → ${formatRights(rights)}`
      return done(formatSaved(person), { action: 'rights changed', detail })
    },
  })

  personAction(changePersonEmail, {
    typed: ({ body: { email } }) => ({ newEmail: email }),
    validate: ({ body, target }) => {
      const email = normaliseEmail(body.email)
      const error =
        email === '' ? formatRequired('Email address') : isEmail(email) ? null : emailChangeMessages.invalid
      if (error !== null) return { errors: { email: error } }
      return email === target.email ? { errors: { email: emailChangeMessages.same } } : { email }
    },
    findEarlier: async (tx, { now }, person, { email }) =>
      (await findPendingEmailChange(tx, person.id, now))?.email === email
        ? done(formatEmailSent(email))
        : null,
    isPossible: ({ isActive }) => isActive,
    change: async (tx, { now }, person, { email }) => {
      if (!(await isWithinMailLimit(context, 'email-change', email)))
        return invalid({ email: colleagueMessages.tooManyToAddress })
      if (!(await beginEmailChangeByStaff(tx, person, email, now)))
        return invalid({ email: `${email} has an account already, so it cannot be the address of this one.` })
      return done(formatEmailSent(email), { action: 'change of email address begun' })
    },
  })

  personAction(disableCustomer, {
    findEarlier: async (_tx, _form, person) =>
      person.isActive ? null : done(formatDisabled(toName(person))),
    change: async (tx, { now }, person) => {
      const error = await getApproverError(tx, person, now)
      if (error !== null) return refuse(error)
      await disablePerson(tx, person.id, now)
      return done(formatDisabled(toName(person)), { action: 'login disabled' })
    },
  })

  personAction(enableCustomer, {
    findEarlier: async (_tx, _form, person) => (person.isActive ? done(formatEnabled(person)) : null),
    change: async (tx, _form, person) => {
      await enablePerson(tx, person.id)
      return done(formatEnabled(person), { action: 'login enabled' })
    },
  })

  personAction(resetCustomerFactor, {
    findEarlier: async (_tx, _form, person) =>
      person.hasSecondFactor ? null : done(formatReset(toName(person))),
    change: async (tx, { now }, person) => {
      await removeSecondFactor(tx, person, now)
      return done(formatReset(toName(person)), { action: 'second factor reset' })
    },
  })

  personAction(removeCustomer, {
    findEarlier: async (_tx, _form, person) => (person.company ? null : done(formatRemoved(person))),
    change: async (tx, { staff, now }, person) => {
      const error = await getApproverError(tx, person, now)
      if (error !== null) return refuse(error)
      const removal = { colleague: person, company: person.company!, remover: staff, now }
      return done(formatRemoved(person), await removeFromCompany(tx, colleagueRequests, removal))
    },
  })
}

/** Why the person has to stay: the last who can approve what waits. Null: another can, or nothing waits. The company's people are locked. */
async function getApproverError(tx: Tx, person: CustomerLogin, now: Date): Promise<string | null> {
  const { company } = person
  if (!company) return null
  // Deputies are none: they have their rights from a head buyer.
  const facts = { companyId: company.id, goods: zero, today: toLondonTime(now).date }
  const approvers = (await listApprovers(tx, facts)).filter(({ isHeadBuyer }) => isHeadBuyer)
  if (!approvers.some(({ id }) => id === person.id) || approvers.length > 1) return null
  const waiting = await listRequestReferences(tx, company.id)
  if (waiting.length === 0) return null
  return `${person.name || person.email} is the last head buyer of ${company.name} who can approve orders, and ${waiting.join(', ')} ${waiting.length === 1 ? 'waits' : 'wait'} for approval. Make somebody else head buyer first.`
}

/** The logins of staff are no customers'. */
export async function getCustomer(db: Db | Tx, id: number): Promise<CustomerLogin> {
  const person = await findCustomerLogin(db, id)
  return or404(person?.isStaff === false ? person : null)
}

interface PersonFormState {
  details?: Pick<CustomerLogin, 'name' | 'telephone'>
  rights?: Pick<CustomerLogin, 'isHeadBuyer' | 'needsApproval' | 'mayOrderOnAccount'>
  newEmail?: string
}

async function renderPerson(
  context: AppContext,
  staff: Person,
  { createdAt, ...person }: CustomerLogin,
  form: PersonFormState & Rejection,
) {
  const { db, now } = context
  const { id, email, telephone, company } = person
  const [addresses, bought, history, pending] = await Promise.all([
    listAddresses(db, { id, company: null }),
    company ? [] : listYearsProducts(context, { personId: id }),
    listSubjectHistory(db, [toPersonSubject(id)]),
    findPendingEmailChange(db, id, now()),
  ])
  const props = {
    ...person,
    url: toPersonUrl(id),
    version: String(person.version),
    name: person.name || email,
    since: formatDateOf(createdAt),
    pendingEmail: pending?.email ?? '',
    privacyUrl: hasGodmode(staff) ? toSubjectUrl(`person-${id}`) : null,
    addresses: addresses.map(toListedAddress),
    bought,
    history,
    details: { name: person.name, telephone },
    rights: person,
    newEmail: '',
    ...form,
  }
  return toPageResult(personPage, props, { title: props.name, errors: form.errors })
}

const toRights = (body: { role: string; needs_approval: boolean; account_orders: boolean }) => ({
  isHeadBuyer: body.role === 'head_buyer',
  needsApproval: body.needs_approval,
  mayOrderOnAccount: body.account_orders,
})

const toName = ({ name, email }: CustomerLogin): string => name || email
const formatSaved = (person: CustomerLogin): string => `What you changed for ${toName(person)} is saved.`
const formatEnabled = (person: CustomerLogin): string => `${toName(person)} can sign in again.`
const formatRemoved = (person: CustomerLogin): string =>
  `${toName(person)} has been removed and signed out. The login stays, as one without a company.`
const formatEmailSent = (email: string): string =>
  `An email is on its way to ${email}. The change is done once its link is opened in a browser that is signed in, within 24 hours.`
