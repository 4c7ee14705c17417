import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../../infra/app-context.ts'
import type { CallOptions } from '../../../infra/http/handle.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import { enforceLimit } from '../../../infra/rate-limit/attempts.ts'
import { type FieldErrors, formatRequired } from '../../../lib/calls/field-checks.ts'
import { emailMaxLength, isEmail } from '../../../lib/contact/email.ts'
import { normaliseEmail } from '../../../lib/contact/normalise-email.ts'
import type { Flash } from '../../../lib/flash.ts'
import type { AccountRouteDeps } from '../deps.server.ts'
import { getConfirmError, goTo, handleAccountForm, handleForm } from '../forms.server.ts'
import { hashLinkToken } from '../links/link-token.server.ts'
import { confirmPasswordMessages, emailChangeMessages, secondStepMessages } from '../messages.ts'
import { findAccountById } from '../queries.ts'
import { cancelEmailChange, confirmEmailChange, requestEmailChange, stopEmailChange } from '../schemas.ts'
import { verifyCode } from '../second-factor/second-factor.server.ts'
import { getAccountPage, toAccountPage, toLoginRedirect } from '../service.ts'
import type { Person } from '../visitor.ts'
import { type ConfirmEmailChangePageProps, confirmEmailChangePage } from './ConfirmEmailChangePage.tsx'
import { emailChangePage } from './EmailChangePage.tsx'
import {
  beginEmailChange,
  confirmEmailChange as confirmChange,
  type EmailChangeLink,
  endEmailChange,
} from './email-change.server.ts'
import { type EmailChange, findEmailChangeByLink, findPendingEmailChange } from './queries.ts'

const changeUrl = '/account/details/email'
const hourSeconds = 3600

/** Changing the e-mail address of an account: both addresses confirm it (decision 023). */
export function emailChangeRoutes(deps: AccountRouteDeps): void {
  requestRoutes(deps)
  linkRoutes(deps)
}

function requestRoutes(deps: AccountRouteDeps): void {
  const { context, visitors, failures } = deps
  const { db, config, now } = context

  const renderChange = async (person: Person, typed = '', errors: FieldErrors = {}) => {
    const pending = await findPendingEmailChange(db, person.id, now())
    return toAccountPage(person, emailChangePage, 'Change your email address', {
      email: person.email,
      needsCode: person.hasSecondFactor,
      pending: pending && {
        email: pending.email,
        isCurrentConfirmed: pending.isCurrentConfirmed,
        isNewConfirmed: pending.isNewConfirmed,
      },
      typed,
      errors,
    })
  }

  getAccountPage(deps, changeUrl, {}, ({ person }) => renderChange(person))

  /** Stores the change, unless there were too many, or the code of the app is wrong. Returns the error of the code. */
  const begin = async (request: FastifyRequest, person: Person, newEmail: string, code: string) => {
    const { sessionHash } = await visitors.get(request)
    const authorize = async (tx: Tx) => {
      if (person.hasSecondFactor && !(await verifyCode(context, tx, person.id, code))) return false
      const limitKey = `email-change:${person.id}`
      const { linkMailsPerHour } = config.limits
      await enforceLimit(tx, limitKey, linkMailsPerHour, hourSeconds, now(), emailChangeMessages.tooMany)
      return true
    }
    const bucket = { name: `code-confirm:${person.id}`, limit: config.limits.codeFailures }
    const attempt = await failures.attempt(person.hasSecondFactor ? [bucket] : [], now(), async () => {
      const change = { newEmail, sessionHash: sessionHash! }
      const hasBegun = await beginEmailChange(context, person, change, authorize)
      return { failed: !hasBegun, result: hasBegun }
    })
    if (attempt.full) return confirmPasswordMessages.too_many_codes
    return attempt.result ? null : secondStepMessages.wrong_code
  }

  handleAccountForm(
    deps,
    requestEmailChange,
    emailChangeMessages.requested,
    async ({ person, body, request, reject }) => {
      const rejectFields = (errors: FieldErrors) =>
        reject(errors, () => renderChange(person, body.email, errors))
      const emailError = validateNewEmail(body.email, person)
      if (emailError !== null) return rejectFields({ email: emailError })
      const passwordError = await getConfirmError(deps, person, body.password)
      if (passwordError !== null) return rejectFields({ password: passwordError })
      const codeError = await begin(request, person, normaliseEmail(body.email), body.code)
      if (codeError !== null) return rejectFields({ code: codeError })
      return goTo(changeUrl)
    },
  )

  handleAccountForm(deps, cancelEmailChange, emailChangeMessages.cancelled, async ({ person }) => {
    await endEmailChange(context, person.id, 'email change cancelled')
    return goTo('/account/details')
  })
}

function validateNewEmail(typed: string, { email }: Person): string | null {
  const newEmail = normaliseEmail(typed)
  if (newEmail === '') return formatRequired('Email address')
  if (newEmail.length > emailMaxLength) return emailChangeMessages.tooLong
  if (!isEmail(newEmail)) return emailChangeMessages.invalid
  return newEmail === normaliseEmail(email) ? emailChangeMessages.same : null
}

/** Opening a link changes nothing, because mail scanners open links too. The page's buttons do. */
function linkRoutes(deps: AccountRouteDeps): void {
  const { context, visitors, pages } = deps
  const { db, config, now } = context

  const findLink = async (token: string): Promise<{ link: EmailChangeLink; change: EmailChange } | null> => {
    for (const side of ['current', 'new'] as const) {
      const hash = hashLinkToken(config, `email-${side}`, token)
      const change = hash && (await findEmailChangeByLink(db, side, hash, now()))
      if (change) return { link: { side, hash }, change }
    }
    return null
  }

  const renderConfirm = (link: ConfirmEmailChangePageProps['link'], message: string, status = 200) =>
    toPageResult(
      confirmEmailChangePage,
      { link, message },
      { title: 'Change of email address', noindex: true, status },
    )
  const renderGone = (message: string = emailChangeMessages.linkGone, status = 404) =>
    renderConfirm(null, message, status)

  const renderLink = async (
    token: string,
    { link: { side }, change }: { link: EmailChangeLink; change: EmailChange },
  ) => {
    const account = await findAccountById(db, change.personId)
    if (!account) return renderGone()
    const { email: newEmail, isCurrentConfirmed, isNewConfirmed } = change
    const { email } = account.person
    return renderConfirm({ token, side, email, newEmail, isCurrentConfirmed, isNewConfirmed }, '')
  }

  pages.get('/account/email/:token', confirmEmailChange, async ({ params: { token }, request }) => {
    const stored = await findLink(token)
    if (!stored) return renderGone()
    if (stored.link.side === 'current') return renderLink(token, stored)
    const { person } = await visitors.get(request)
    if (!person) return toLoginRedirect(request)
    if (person.id === stored.change.personId) return renderLink(token, stored)
    return renderGone(emailChangeMessages.otherPerson)
  })

  const answerConfirmed: CallOptions<typeof confirmEmailChange>['form'] = async (
    { params, request, reply },
    { next_url: to },
  ) => {
    if (to.startsWith('/account/email/')) return pages.redirect(reply, { to })
    const { person } = await visitors.get(request)
    const email = (await findLink(params.token))?.change.email ?? ''
    const text = person ? emailChangeMessages.changed : emailChangeMessages.changedSignIn(email)
    return pages.redirect(reply, { to, flash: { kind: 'success', text } })
  }
  handleForm(deps, confirmEmailChange, answerConfirmed, async ({ params: { token }, request, reject }) => {
    const rejectLink = (message: string = emailChangeMessages.linkGone, status: 404 | 409 = 404) =>
      reject({ token: message }, () => renderGone(message, status), status)
    const stored = await findLink(token)
    if (!stored) return rejectLink()
    const { link, change } = stored
    const { person, sessionHash } = await visitors.get(request)
    const isOwner = person?.id === change.personId
    // The new address may be mistyped: its holder must not get the account.
    if (link.side === 'new' && !isOwner) return rejectLink(emailChangeMessages.otherPerson)
    const result = await confirmChange(deps, link, change.personId, isOwner ? sessionHash : null)
    if (!result.ok && result.reason === 'taken')
      return rejectLink(emailChangeMessages.taken(change.email), 409)
    if (!result.ok) return rejectLink()
    if (!result.isChanged) return goTo(`/account/email/${token}`)
    return goTo(isOwner ? '/account/details' : '/login?redirectTo=%2Faccount')
  })

  const stopped: Flash = { kind: 'info', text: emailChangeMessages.stopped }
  handleForm(deps, stopEmailChange, stopped, async ({ params: { token }, reject }) => {
    const stored = await findLink(token)
    const isStoppable =
      stored?.link.side === 'current' && !(stored.change.isCurrentConfirmed && stored.change.isNewConfirmed)
    if (!isStoppable) return reject({ token: emailChangeMessages.linkGone }, () => renderGone(), 404)
    await endEmailChange(context, stored.change.personId, 'email change stopped')
    return goTo('/password/forgot')
  })
}
