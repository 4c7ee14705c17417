import { z } from 'zod'
import { inTransaction } from '../../../infra/database/db.ts'
import { enqueueJob } from '../../../infra/jobs/jobs.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import { enforceLimit, isWithinMailLimit } from '../../../infra/rate-limit/attempts.ts'
import { toClientNetwork } from '../../../infra/rate-limit/client-network.ts'
import { isEmail } from '../../../lib/contact/email.ts'
import { normaliseEmail } from '../../../lib/contact/normalise-email.ts'
import type { Flash } from '../../../lib/flash.ts'
import { fillInContact } from '../../../lib/shop-contact.ts'
import { recordSecurityChange } from '../audit.server.ts'
import type { AccountRouteDeps } from '../deps.server.ts'
import { goTo, handleForm } from '../forms.server.ts'
import {
  deletePersonTokens,
  findTokenPerson,
  hashLinkToken,
  redeemToken,
} from '../links/link-token.server.ts'
import { endAccess } from '../login/queries.ts'
import { resetMessages } from '../messages.ts'
import { hashPassword } from '../password-hash.server.ts'
import { findAccountById, lockActivePerson, setPassword, setVerified } from '../queries.ts'
import { forgotPassword, resetPassword } from '../schemas.ts'
import { passwordResetTask } from '../tasks.ts'
import { forgotPasswordPage } from './ForgotPasswordPage.tsx'
import { getPasswordError, toPasswordContext } from './password-error.server.ts'
import { resetPasswordPage } from './ResetPasswordPage.tsx'

const hourSeconds = 3600

/** A forgotten password: the e-mailed link, and the new password behind it (R-ACCOUNT-3). */
export function passwordResetRoutes(deps: AccountRouteDeps): void {
  const { context, visitors, pages, knownDevices } = deps
  const { db, config, now } = context
  const { limits } = config

  pages.get('/password/forgot', {}, async ({ request }) => {
    const { person } = await visitors.get(request)
    return renderResetRequest(person?.email ?? '', null)
  })

  const sent: Flash = { kind: 'info', text: resetMessages.sent }
  handleForm(deps, forgotPassword, sent, async ({ body, request, reject }) => {
    const email = normaliseEmail(body.email)
    if (!isEmail(email)) {
      const message = 'Please enter the email address of your account.'
      return reject({ email: message }, () => renderResetRequest(body.email, message))
    }
    const ipKey = `reset:${toClientNetwork(request.ip)}`
    const tooMany = fillInContact(resetMessages.tooMany, config.contact)
    await enforceLimit(db, ipKey, limits.resetsPerHour, hourSeconds, now(), tooMany)
    // The answer is the same for every address, with or without an account and over the limit.
    if (await isWithinMailLimit(context, 'link-mail', email))
      await enqueueJob(db, passwordResetTask, { email })
    return { ...goTo('/login'), message: resetMessages.sent }
  })

  const findLink = async (token: string) => {
    const idHash = hashLinkToken(config, 'reset', token)
    const person = idHash && (await findTokenPerson(db, idHash, 'reset', now()))
    return person ? { idHash, ...person } : null
  }
  type ResetLink = NonNullable<Awaited<ReturnType<typeof findLink>>>

  const params = z.object({ token: z.string() })
  pages.get('/password/reset/:token', { params }, async ({ params: { token } }) => {
    const link = await findLink(token)
    return renderResetPassword(token, link?.email ?? null, null)
  })

  /** False: the link was used, or the person was disabled, meanwhile. */
  const savePassword = ({ idHash, personId }: ResetLink, passwordHash: string) =>
    inTransaction(db, async tx => {
      if (!(await lockActivePerson(tx, personId))) return false
      if ((await redeemToken(tx, idHash, 'reset', now())) === null) return false
      await setPassword(tx, personId, passwordHash, now())
      // Opening the link proves ownership of the address, so all other sessions and pending logins end.
      await setVerified(tx, personId, now())
      await deletePersonTokens(tx, personId)
      await endAccess(tx, personId)
      await recordSecurityChange(context, tx, personId, 'password_reset')
      return true
    })

  handleForm(
    deps,
    resetPassword,
    resetMessages.changed,
    async ({ body, params: { token }, request, reply, reject }) => {
      const rejectLink = () =>
        reject({ password: resetMessages.linkGone }, () => renderResetPassword(token, null, null), 404)
      const link = await findLink(token)
      const account = link && (await findAccountById(db, link.personId))
      if (!account) return rejectLink()
      const error = getPasswordError(body.password, toPasswordContext(account.person, config.shopName))
      if (error !== null)
        return reject({ password: error }, () => renderResetPassword(token, link.email, error))
      if (!(await savePassword(link, await hashPassword(body.password)))) return rejectLink()
      knownDevices.add(request, reply, link.personId)
      return goTo('/login')
    },
  )
}

const renderResetRequest = (email: string, error: string | null) =>
  toPageResult(forgotPasswordPage, { email, error }, { title: 'Reset your password', noindex: true })

/** `email`: the address of the account; null: the link is not valid any more. */
const renderResetPassword = (token: string, email: string | null, error: string | null) =>
  toPageResult(
    resetPasswordPage,
    { link: email === null ? null : { token, email }, linkGoneMessage: resetMessages.linkGone, error },
    { title: 'Choose a new password', noindex: true, status: email === null ? 404 : 200 },
  )
