import { z } from 'zod'
import { type CallContext, handle } from '../../../infra/http/handle.ts'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import {
  type FieldErrors,
  formatRequired,
  toFieldErrors,
  validateLength,
} from '../../../lib/calls/field-checks.ts'
import { fillInContact } from '../../../lib/shop-contact.ts'
import type { AccountRouteDeps, HttpExchange } from '../deps.server.ts'
import { rejectForm } from '../forms.server.ts'
import { hashLinkToken } from '../links/link-token.server.ts'
import { signIn } from '../login/sign-in.server.ts'
import { invitationMessages } from '../messages.ts'
import { hashPassword } from '../password-hash.server.ts'
import { getPasswordError } from '../passwords/password-error.server.ts'
import { acceptInvitation } from '../schemas.ts'
import type { Person } from '../visitor.ts'
import { acceptInvitation as accept, loadInvitation } from './colleagues.server.ts'
import { invitationPage } from './InvitationPage.tsx'

/** What the holder of an invitation sees and sends (R-ACCOUNT-10). Opening the link changes nothing. */
export function invitationRoutes(deps: AccountRouteDeps): void {
  const { app, context, visitors, pages } = deps
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
      inviter: loaded?.inviter?.name ?? '',
      email: loaded?.invitation.email ?? '',
      signedInAs: person?.email ?? '',
      name: typed.name,
      cannotJoin: fillInContact(invitationMessages.cannotJoin, config.contact),
      errors,
    }
    const status = state === 'gone' ? 404 : 200
    return toPageResult(invitationPage, props, { title: 'Your invitation', noindex: true, status })
  }

  pages.get(
    '/account/invitation/:token',
    { params: z.object({ token: z.string().max(200) }) },
    async ({ params: { token }, request }) => render(token, (await visitors.get(request)).person),
  )

  const acceptByForm = async ({
    body,
    params: { token },
    request,
    reply,
  }: CallContext<typeof acceptInvitation>) => {
    const exchange: HttpExchange = { request, reply }
    const { person } = await visitors.get(request)
    const loaded = await load(token, person)
    const refuse = (message: string, status: 404 | 409) =>
      rejectForm(deps, exchange, { token: message }, () => render(token, person), status)
    if (!loaded || loaded.state === 'gone') return refuse(invitationMessages.gone, 404)
    if (loaded.state === 'accepted') return { success: true, next_url: '/account' }
    const isNew = loaded.state === 'new_account'
    if (!isNew && loaded.state !== 'can_join') return refuse(invitationMessages.signIn, 409)
    const errors = isNew ? validateNewAccount(body, loaded.invitation, config.shopName) : {}
    if (Object.keys(errors).length > 0)
      return rejectForm(deps, exchange, errors, () => render(token, person, body, errors))
    const passwordHash = isNew ? await hashPassword(body.password) : ''
    const accepter = { visitor: isNew ? null : person, name: body.name.trim(), passwordHash }
    const result = await accept(context, loaded.linkHash, accepter)
    if (result.state === 'gone') return refuse(invitationMessages.gone, 404)
    if (result.state === 'joined') await signIn(deps, exchange, { id: result.personId })
    else if (result.state !== 'accepted') return refuse(invitationMessages.signIn, 409)
    return { success: true, next_url: '/account' }
  }
  handle(app, acceptInvitation, acceptByForm, {
    form: async ({ params, request, reply }, { next_url }) => {
      const { person } = await visitors.get(request)
      // A second click was sent before the browser had its session.
      if (!person) return pages.redirect(reply, { to: `/account/invitation/${params.token}` })
      const text = invitationMessages.joined(person.company?.name ?? '')
      return pages.redirect(reply, { to: next_url, flash: { kind: 'success', text } })
    },
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
