import { z } from 'zod'
import { type CallContext, handle } from '../../../infra/http/handle.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import { countAttempt, enforceLimit } from '../../../infra/rate-limit/attempts.ts'
import { hashToken } from '../../../infra/token.ts'
import { type FieldErrors, formatRequired } from '../../../lib/calls/field-checks.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { wholeNumber } from '../../../lib/calls/validate.ts'
import { isEmail } from '../../../lib/contact/email.ts'
import { normaliseEmail } from '../../../lib/contact/normalise-email.ts'
import { formatDate, toLondonTime } from '../../../lib/dates.ts'
import type { AccountRouteDeps } from '../deps.server.ts'
import { accountFormOptions, rejectForm } from '../forms.server.ts'
import { colleagueMessages, emailChangeMessages } from '../messages.ts'
import { toAccountNavigation } from '../navigation.ts'
import { inviteColleague, removeColleague as removeCall, withdrawInvitation } from '../schemas.ts'
import { requirePerson, toLoginRedirect } from '../service.ts'
import { type Company, isHeadBuyer, type Person } from '../visitor.ts'
import { type ColleaguesPageProps, colleaguesPage } from './ColleaguesPage.tsx'
import { canManageColleagues, toColleagueRole } from './colleague.ts'
import {
  inviteColleague as invite,
  removeColleague,
  withdrawInvitation as withdraw,
} from './colleagues.server.ts'
import { listColleagues, listOpenInvitations } from './queries.ts'
import { removeColleaguePage } from './RemoveColleaguePage.tsx'

const colleaguesUrl = '/account/colleagues'
const hourSeconds = 3600

type InviteForm = ColleaguesPageProps['form']
const emptyForm: InviteForm = { email: '', role: 'buyer_with_approval' }

/** Head buyers invite colleagues to their company and remove them (R-ACCOUNT-10). */
export function colleagueRoutes(deps: AccountRouteDeps): void {
  const { app, context, visitors, pages, colleagueRequests } = deps
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
    const props: ColleaguesPageProps = {
      navigation: toAccountNavigation(person),
      company: company.name,
      canManage: canManageColleagues(person),
      colleagues: colleagues.map(colleague => ({ ...colleague, isSelf: colleague.id === person.id })),
      invitations: invitations.map(({ id, email, role, needsApproval, inviter, expiresAt }) => ({
        id,
        email,
        role: toColleagueRole(role, needsApproval),
        inviter,
        until: formatDate(toLondonTime(expiresAt).date),
      })),
      form,
      errors,
    }
    return toPageResult(colleaguesPage, props, { title: 'Colleagues', noindex: true })
  }

  pages.get(colleaguesUrl, {}, async ({ request }) => {
    const { person } = await visitors.get(request)
    return person ? renderColleagues(person) : toLoginRedirect(request)
  })

  const inviteByForm = async ({ body, request, reply }: CallContext<typeof inviteColleague>) => {
    const person = await requirePerson(visitors, request)
    const company = requireManager(person)
    const reject = (message: string) =>
      rejectForm(deps, { request, reply }, { email: message }, () =>
        renderColleagues(person, body, { email: message }),
      )
    const email = normaliseEmail(body.email)
    if (email === '') return reject(formatRequired('Email address'))
    if (!isEmail(email)) return reject(emailChangeMessages.invalid)
    const { invitationsPerHour, linkMailsPerHour } = config.limits
    const companyKey = `invitations:${company.id}`
    await enforceLimit(db, companyKey, invitationsPerHour, hourSeconds, now(), colleagueMessages.tooMany)
    const addressKey = `invitation:${hashToken(email).toString('base64url')}`
    const { count } = await countAttempt(db, addressKey, hourSeconds, now())
    if (count > linkMailsPerHour) return reject(colleagueMessages.tooManyToAddress)
    const refusal = await invite(context, person, company.id, { email, role: body.role })
    if (refusal === 'not_a_head_buyer') throw new Problem(403, colleagueMessages.not_a_head_buyer)
    if (refusal === 'member') return reject(colleagueMessages.member(company.name))
    return { success: true, next_url: colleaguesUrl }
  }
  handle(app, inviteColleague, inviteByForm, {
    ...accountFormOptions(deps),
    form: ({ body, reply }, { next_url }) =>
      pages.redirect(reply, {
        to: next_url,
        flash: { kind: 'success', text: colleagueMessages.invited(normaliseEmail(body.email)) },
      }),
  })

  const withdrawByForm = async ({ params, request }: CallContext<typeof withdrawInvitation>) => {
    const person = await requirePerson(visitors, request)
    const company = requireManager(person)
    if (!(await withdraw(context, person, company.id, params.id))) throw new Problem(404)
    return { success: true, next_url: colleaguesUrl }
  }
  handle(app, withdrawInvitation, withdrawByForm, accountFormOptions(deps, colleagueMessages.withdrawn))

  const id = wholeNumber(1, 2_147_483_647)
  pages.get(`${colleaguesUrl}/:id/remove`, { params: z.object({ id }) }, async ({ params, request }) => {
    const { person } = await visitors.get(request)
    if (!person) return toLoginRedirect(request)
    const company = requireManager(person)
    const colleagues = await listColleagues(db, company.id)
    const colleague = colleagues.find(one => one.id === params.id && one.id !== person.id)
    if (!colleague) throw new Problem(404)
    const props = {
      navigation: toAccountNavigation(person),
      company: company.name,
      colleague,
      waiting: await colleagueRequests.list(db, colleague.id, company.id),
    }
    return toPageResult(removeColleaguePage, props, { title: `Remove ${colleague.name}`, noindex: true })
  })

  const remove = async ({ params, request }: CallContext<typeof removeCall>) => {
    const person = await requirePerson(visitors, request)
    const company = requireManager(person)
    const refusal = await removeColleague(deps, person, company.id, params.id)
    if (refusal === 'unknown') throw new Problem(404)
    if (refusal !== null) throw new Problem(403, colleagueMessages[refusal])
    return { success: true, next_url: colleaguesUrl }
  }
  handle(app, removeCall, remove, accountFormOptions(deps, colleagueMessages.removed))
}
