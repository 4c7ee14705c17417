import type { CallOptions } from '../../../infra/http/handle.ts'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import { enforceLimit, isWithinMailLimit } from '../../../infra/rate-limit/attempts.ts'
import {
  type FieldErrors,
  formatRequired,
  toFieldErrors,
  validateLength,
} from '../../../lib/calls/field-checks.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { isEmail } from '../../../lib/contact/email.ts'
import { normaliseEmail } from '../../../lib/contact/normalise-email.ts'
import { formatDateOf } from '../../../lib/dates.ts'
import { fillInContact } from '../../../lib/shop-contact.ts'
import type { AccountRouteDeps } from '../deps.server.ts'
import { goTo, handleAccountForm, handleForm } from '../forms.server.ts'
import { hashLinkToken } from '../links/link-token.server.ts'
import { signIn } from '../login/sign-in.server.ts'
import { colleagueMessages, emailChangeMessages, invitationMessages } from '../messages.ts'
import { hashPassword } from '../password-hash.server.ts'
import { getPasswordError } from '../passwords/password-error.server.ts'
import {
  acceptInvitation,
  inviteColleague,
  removeColleague as removeCall,
  withdrawInvitation,
} from '../schemas.ts'
import { getAccountPage, toAccountPage } from '../service.ts'
import { type Company, isHeadBuyer, isStaff, type Person } from '../visitor.ts'
import { type ColleaguesPageProps, colleaguesPage } from './ColleaguesPage.tsx'
import { canManageColleagues, toColleagueRole } from './colleague.ts'
import {
  acceptInvitation as accept,
  inviteColleague as invite,
  loadInvitation,
  removeColleague,
  withdrawInvitation as withdraw,
} from './colleagues.server.ts'
import { invitationPage } from './InvitationPage.tsx'
import { listColleagues, listOpenInvitations } from './queries.ts'
import { removeColleaguePage } from './RemoveColleaguePage.tsx'

const colleaguesUrl = '/account/colleagues'
const hourSeconds = 3600

type InviteForm = ColleaguesPageProps['form']
const emptyForm: InviteForm = { email: '', role: 'buyer_with_approval' }

/** Head buyers invite colleagues to their company and remove them (R-ACCOUNT-10). */
export function colleagueRoutes(deps: AccountRouteDeps): void {
  const { context, pages, colleagueRequests } = deps
  const { db, config, now } = context

  const requireHeadBuyer = (person: Person): Company => {
    if (!isHeadBuyer(person) || !person.company) throw new Problem(403, colleagueMessages.not_a_head_buyer)
    return person.company
  }
  const requireManager = (person: Person): Company => {
    const company = requireHeadBuyer(person)
    if (!canManageColleagues(person)) throw new Problem(403, colleagueMessages.restricted)
    return company
  }

  const renderColleagues = async (person: Person, form = emptyForm, errors: FieldErrors = {}) => {
    const company = requireHeadBuyer(person)
    const [colleagues, invitations] = await Promise.all([
      listColleagues(db, company.id),
      listOpenInvitations(db, company.id, now()),
    ])
    return toAccountPage(person, colleaguesPage, 'Colleagues', {
      company: company.name,
      canManage: canManageColleagues(person),
      colleagues: colleagues.map(colleague => ({ ...colleague, isSelf: colleague.id === person.id })),
      invitations: invitations.map(({ id, email, role, needsApproval, inviter, expiresAt }) => ({
        id,
        email,
        role: toColleagueRole(role, needsApproval),
        inviter,
        until: formatDateOf(expiresAt),
      })),
      form,
      errors,
    })
  }

  getAccountPage(deps, colleaguesUrl, {}, ({ person }) => renderColleagues(person))

  const flashInvited: CallOptions<typeof inviteColleague>['form'] = ({ body, reply }, { next_url: to }) =>
    pages.redirect(reply, {
      to,
      flash: { kind: 'success', text: colleagueMessages.invited(normaliseEmail(body.email)) },
    })
  handleAccountForm(deps, inviteColleague, flashInvited, async ({ person, body, reject }) => {
    const company = requireManager(person)
    const rejectEmail = (email: string) => reject({ email }, () => renderColleagues(person, body, { email }))
    const email = normaliseEmail(body.email)
    if (email === '') return rejectEmail(formatRequired('Email address'))
    if (!isEmail(email)) return rejectEmail(emailChangeMessages.invalid)
    const { invitationsPerHour } = config.limits
    const companyKey = `invitations:${company.id}`
    await enforceLimit(db, companyKey, invitationsPerHour, hourSeconds, now(), colleagueMessages.tooMany)
    if (!(await isWithinMailLimit(context, 'invitation', email)))
      return rejectEmail(colleagueMessages.tooManyToAddress)
    const result = await invite(context, person, company.id, { email, role: body.role })
    if (result.ok) return goTo(colleaguesUrl)
    if (result.reason === 'member') return rejectEmail(colleagueMessages.member(company.name))
    throw new Problem(403, colleagueMessages[result.reason])
  })

  handleAccountForm(
    deps,
    withdrawInvitation,
    colleagueMessages.withdrawn,
    async ({ person, params: { id } }) => {
      const company = requireManager(person)
      if (!(await withdraw(context, person, company.id, id))) throw new Problem(404)
      return goTo(colleaguesUrl)
    },
  )

  getAccountPage(deps, `${colleaguesUrl}/:id/remove`, removeCall, async ({ person, params: { id } }) => {
    const company = requireManager(person)
    const colleagues = await listColleagues(db, company.id)
    const colleague = colleagues.find(one => one.id === id && id !== person.id)
    if (!colleague) throw new Problem(404)
    return toAccountPage(person, removeColleaguePage, `Remove ${colleague.name}`, {
      company: company.name,
      colleague,
      waiting: await colleagueRequests.list(db, id, company.id),
    })
  })

  handleAccountForm(deps, removeCall, colleagueMessages.removed, async ({ person, params: { id } }) => {
    const company = requireManager(person)
    const result = await removeColleague(deps, person, company.id, id)
    if (result.ok) return goTo(colleaguesUrl)
    throw result.reason === 'unknown' ? new Problem(404) : new Problem(403, colleagueMessages[result.reason])
  })
}

/** What the holder of an invitation sees and sends (R-ACCOUNT-10). Opening the link changes nothing. */
export function invitationRoutes(deps: AccountRouteDeps): void {
  const { context, visitors, pages } = deps
  const { db, config, now } = context

  const load = async (token: string, person: Person | null) => {
    const linkHash = hashLinkToken(config, 'invitation', token)
    const loaded = linkHash && (await loadInvitation(db, linkHash, person, now()))
    return loaded?.invitation ? { ...loaded, invitation: loaded.invitation, linkHash: linkHash! } : null
  }

  const render = async (
    token: string,
    person: Person | null,
    typed: { name: string } = { name: '' },
    errors: FieldErrors = {},
  ): Promise<PageResult> => {
    const loaded = await load(token, person)
    const state = loaded?.state ?? 'gone'
    const props = {
      state,
      token,
      company: loaded?.invitation.companyName ?? '',
      inviter: isStaff(loaded?.inviter ?? null) ? config.shopName : (loaded?.inviter?.name ?? ''),
      email: loaded?.invitation.email ?? '',
      signedInAs: person?.email ?? '',
      name: typed.name,
      cannotJoin: fillInContact(invitationMessages.cannotJoin, config.contact),
      errors,
    }
    const status = state === 'gone' ? 404 : 200
    return toPageResult(invitationPage, props, { title: 'Your invitation', noindex: true, status })
  }

  pages.get('/account/invitation/:token', acceptInvitation, async ({ params: { token }, request }) =>
    render(token, (await visitors.get(request)).person),
  )

  const welcome: CallOptions<typeof acceptInvitation>['form'] = async (
    { params, request, reply },
    { next_url: to },
  ) => {
    const { person } = await visitors.get(request)
    // A second click was sent before the browser had its session.
    if (!person) return pages.redirect(reply, { to: `/account/invitation/${params.token}` })
    const text = invitationMessages.joined(person.company?.name ?? '')
    return pages.redirect(reply, { to, flash: { kind: 'success', text } })
  }
  handleForm(deps, acceptInvitation, welcome, async ({ body, params: { token }, request, reply, reject }) => {
    const { person } = await visitors.get(request)
    const loaded = await load(token, person)
    const refuse = (message: string, status: 404 | 409) =>
      reject({ token: message }, () => render(token, person), status)
    if (!loaded || loaded.state === 'gone') return refuse(invitationMessages.gone, 404)
    if (loaded.state === 'accepted') return goTo('/account')
    const isNew = loaded.state === 'new_account'
    if (!isNew && loaded.state !== 'can_join') return refuse(invitationMessages.signIn, 409)
    const errors = isNew ? validateNewAccount(body, loaded.invitation, config.shopName) : {}
    if (Object.keys(errors).length > 0) return reject(errors, () => render(token, person, body, errors))
    const passwordHash = isNew ? await hashPassword(body.password) : ''
    const accepter = { visitor: isNew ? null : person, name: body.name.trim(), passwordHash }
    const result = await accept(context, loaded.linkHash, accepter)
    if (result.ok) await signIn(deps, { request, reply }, { id: result.personId })
    else if (result.reason === 'gone') return refuse(invitationMessages.gone, 404)
    else if (result.reason !== 'accepted') return refuse(invitationMessages.signIn, 409)
    return goTo('/account')
  })
}

function validateNewAccount(
  { name, password }: { name: string; password: string },
  invitation: { email: string; companyName: string; accountNumber: string },
  shopName: string,
): FieldErrors {
  const { email, companyName, accountNumber } = invitation
  const words = [shopName, name, companyName, accountNumber]
  return toFieldErrors({
    name: [!name.trim() && formatRequired('Name'), validateLength('Name', name)],
    password: [getPasswordError(password, { email, words }) ?? false],
  })
}
