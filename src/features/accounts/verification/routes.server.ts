import { z } from 'zod'
import { inTransaction } from '../../../infra/database/db.ts'
import { type CallContext, handle } from '../../../infra/http/handle.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import { enforceLimit } from '../../../infra/rate-limit/attempts.ts'
import { hashToken } from '../../../infra/token.ts'
import type { Flash } from '../../../lib/flash.ts'
import { addOwnAuditEntry } from '../audit.server.ts'
import type { AccountRouteDeps } from '../deps.server.ts'
import { rejectForm } from '../forms.server.ts'
import { hashLinkToken } from '../links/link-token.server.ts'
import { deletePersonTokens, findTokenPerson, redeemToken } from '../links/queries.ts'
import { sendVerificationLink } from '../links/send-link.server.ts'
import { verifyMessages } from '../messages.ts'
import { setVerified } from '../queries.ts'
import { resendVerification, verifyAddress } from '../schemas.ts'
import { requirePerson } from '../service.ts'
import { verifyAddressPage } from './VerifyAddressPage.tsx'

const hourSeconds = 3600

/** Proving that the e-mail address of an account belongs to its owner, with an e-mailed link. */
export function verificationRoutes(deps: AccountRouteDeps): void {
  const { app, context, visitors, pages } = deps
  const { db, config, now } = context

  const renderVerifyAddress = async (token: string) => {
    const idHash = hashLinkToken(config, 'verify', token)
    const person = idHash && (await findTokenPerson(db, idHash, 'verify', now()))
    return toPageResult(
      verifyAddressPage,
      {
        link: person ? { token, email: person.email, name: person.name } : null,
        linkGoneMessage: verifyMessages.linkGone,
      },
      { title: 'Confirm your email address', noindex: true, status: person ? 200 : 404 },
    )
  }

  // Opening the link changes nothing, because mail scanners open links too. The page's button does.
  pages.get(
    '/account/verify/:token',
    { params: z.object({ token: z.string() }) },
    async ({ params: { token } }) => renderVerifyAddress(token),
  )

  const verify = async ({ params: { token }, request, reply }: CallContext<typeof verifyAddress>) => {
    const idHash = hashLinkToken(config, 'verify', token)
    const isVerified = await inTransaction(db, async tx => {
      const personId = idHash && (await redeemToken(tx, idHash, 'verify', now()))
      if (!personId) return false
      const isNew = await setVerified(tx, personId, now())
      if (isNew) await addOwnAuditEntry(tx, personId, 'address verified', now())
      await deletePersonTokens(tx, personId, 'verify')
      return true
    })
    if (!isVerified) {
      const errors = { token: verifyMessages.linkGone }
      return rejectForm(deps, { request, reply }, errors, () => renderVerifyAddress(token), 404)
    }
    const { person } = await visitors.get(request)
    return { success: true, next_url: person ? '/account' : '/login?redirectTo=%2Faccount' }
  }
  handle(app, verifyAddress, verify, {
    form: ({ reply }, { next_url }) =>
      pages.redirect(reply, { to: next_url, flash: { kind: 'success', text: verifyMessages.verified } }),
  })

  const resend = async ({ request }: CallContext<typeof resendVerification>) => {
    const person = await requirePerson(visitors, request)
    if (person.isVerified) return { success: true, next_url: '/account' }
    const key = `link-mail:${hashToken(person.email).toString('base64url')}`
    await enforceLimit(db, key, config.limits.linkMailsPerHour, hourSeconds, now(), verifyMessages.tooMany)
    const { id: personId, name, email } = person
    await inTransaction(db, tx => sendVerificationLink(tx, { personId, name, email }, now()))
    return { success: true, next_url: '/account' }
  }
  handle(app, resendVerification, resend, {
    authorize: request => requirePerson(visitors, request),
    form: async ({ request, reply }, { next_url }) => {
      const { person } = await visitors.get(request)
      const flash: Flash = person?.isVerified
        ? { kind: 'info', text: verifyMessages.already }
        : { kind: 'success', text: verifyMessages.sent }
      return pages.redirect(reply, { to: next_url, flash })
    },
  })
}
