import { z } from 'zod'
import { inTransaction } from '../../../infra/database/db.ts'
import type { CallOptions } from '../../../infra/http/handle.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import { enforceLimit } from '../../../infra/rate-limit/attempts.ts'
import { hashToken } from '../../../infra/token.ts'
import type { Flash } from '../../../lib/flash.ts'
import { addOwnAuditEntry } from '../audit.server.ts'
import type { AccountRouteDeps } from '../deps.server.ts'
import { goTo, handleAccountForm, handleForm } from '../forms.server.ts'
import {
  deletePersonTokens,
  findTokenPerson,
  hashLinkToken,
  redeemToken,
} from '../links/link-token.server.ts'
import { sendVerificationLink } from '../links/send-link.server.ts'
import { verifyMessages } from '../messages.ts'
import { setVerified } from '../queries.ts'
import { resendVerification, verifyAddress } from '../schemas.ts'
import { verifyAddressPage } from './VerifyAddressPage.tsx'

const hourSeconds = 3600

/** Proving that the e-mail address of an account belongs to its owner, with an e-mailed link. */
export function verificationRoutes(deps: AccountRouteDeps): void {
  const { context, visitors, pages } = deps
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
  const params = z.object({ token: z.string() })
  pages.get('/account/verify/:token', { params }, ({ params: { token } }) => renderVerifyAddress(token))

  handleForm(deps, verifyAddress, verifyMessages.verified, async ({ params: { token }, request, reject }) => {
    const idHash = hashLinkToken(config, 'verify', token)
    const isVerified = await inTransaction(db, async tx => {
      const personId = idHash && (await redeemToken(tx, idHash, 'verify', now()))
      if (!personId) return false
      const isNew = await setVerified(tx, personId, now())
      if (isNew) await addOwnAuditEntry(tx, personId, 'address verified', now())
      await deletePersonTokens(tx, personId, 'verify')
      return true
    })
    if (!isVerified) return reject({ token: verifyMessages.linkGone }, () => renderVerifyAddress(token), 404)
    const { person } = await visitors.get(request)
    return goTo(person ? '/account' : '/login?redirectTo=%2Faccount')
  })

  const flashSent: CallOptions<typeof resendVerification>['form'] = async (
    { request, reply },
    { next_url: to },
  ) => {
    const { person } = await visitors.get(request)
    const flash: Flash = person?.isVerified
      ? { kind: 'info', text: verifyMessages.already }
      : { kind: 'success', text: verifyMessages.sent }
    return pages.redirect(reply, { to, flash })
  }
  handleAccountForm(deps, resendVerification, flashSent, async ({ person }) => {
    if (person.isVerified) return goTo('/account')
    const key = `link-mail:${hashToken(person.email).toString('base64url')}`
    await enforceLimit(db, key, config.limits.linkMailsPerHour, hourSeconds, now(), verifyMessages.tooMany)
    const { id: personId, name, email } = person
    await inTransaction(db, tx => sendVerificationLink(tx, { personId, name, email }, now()))
    return goTo('/account')
  })
}
