import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Tx } from '../../../infra/app-context.ts'
import { type CallContext, handle } from '../../../infra/http/handle.ts'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import { enforceLimit } from '../../../infra/rate-limit/attempts.ts'
import { type FieldErrors, formatRequired } from '../../../lib/calls/field-checks.ts'
import { emailMaxLength, isEmail } from '../../../lib/contact/email.ts'
import { normaliseEmail } from '../../../lib/contact/normalise-email.ts'
import type { AccountRouteDeps, HttpExchange } from '../deps.server.ts'
import { accountFormOptions, rejectForm } from '../forms.server.ts'
import { hashLinkToken } from '../links/link-token.server.ts'
import { confirmPasswordMessages, emailChangeMessages, secondStepMessages } from '../messages.ts'
import { toAccountNavigation } from '../navigation.ts'
import { getConfirmError } from '../passwords/confirm-password.server.ts'
import { findAccountById } from '../queries.ts'
import { cancelEmailChange, confirmEmailChange, requestEmailChange, stopEmailChange } from '../schemas.ts'
import { verifyCode } from '../second-factor/second-factor.server.ts'
import { requirePerson, toLoginRedirect } from '../service.ts'
import type { Person } from '../visitor.ts'
import { type ConfirmEmailChangePageProps, confirmEmailChangePage } from './ConfirmEmailChangePage.tsx'
import { emailChangePage } from './EmailChangePage.tsx'
import {
  beginEmailChange,
  confirmEmailChange as confirmChange,
  type EmailChangeLink,
  endEmailChange,
} from './email-change.server.ts'
import type { EmailChange } from './email-change.ts'
import { findEmailChangeByLink, findPendingEmailChange } from './queries.ts'

const changeUrl = '/account/details/email'
const hourSeconds = 3600

/** Changing the e-mail address of an account: both addresses confirm it (decision 023). */
export function emailChangeRoutes(deps: AccountRouteDeps): void {
  requestRoutes(deps)
  linkRoutes(deps)
}

function requestRoutes(deps: AccountRouteDeps): void {
  const { app, context, visitors, pages, failures } = deps
  const { db, config, now } = context

  const renderChange = async (person: Person, typed = '', errors: FieldErrors = {}) => {
    const pending = await findPendingEmailChange(db, person.id, now())
    const props = {
      navigation: toAccountNavigation(person),
      email: person.email,
      needsCode: person.hasSecondFactor,
      pending: pending && {
        email: pending.email,
        isCurrentConfirmed: pending.isCurrentConfirmed,
        isNewConfirmed: pending.isNewConfirmed,
      },
      typed,
      errors,
    }
    return toPageResult(emailChangePage, props, { title: 'Change your email address', noindex: true })
  }

  pages.get(changeUrl, {}, async ({ request }) => {
    const { person } = await visitors.get(request)
    return person ? renderChange(person) : toLoginRedirect(request)
  })

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

  const requestChange = async ({ body, request, reply }: CallContext<typeof requestEmailChange>) => {
    const person = await requirePerson(visitors, request)
    const reject = (errors: FieldErrors) =>
      rejectForm(deps, { request, reply }, errors, () => renderChange(person, body.email, errors))
    const emailError = validateNewEmail(body.email, person)
    if (emailError !== null) return reject({ email: emailError })
    const passwordError = await getConfirmError(deps, person, body.password)
    if (passwordError !== null) return reject({ password: passwordError })
    const codeError = await begin(request, person, normaliseEmail(body.email), body.code)
    if (codeError !== null) return reject({ code: codeError })
    return { success: true, next_url: changeUrl }
  }
  handle(app, requestEmailChange, requestChange, accountFormOptions(deps, emailChangeMessages.requested))

  const cancel = async ({ request }: CallContext<typeof cancelEmailChange>) => {
    const person = await requirePerson(visitors, request)
    await endEmailChange(context, person.id, 'email change cancelled')
    return { success: true, next_url: '/account/details' }
  }
  handle(app, cancelEmailChange, cancel, accountFormOptions(deps, emailChangeMessages.cancelled))
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
  const { app, context, visitors, pages } = deps
  const { db, config, now } = context

  const findLink = async (token: string): Promise<{ link: EmailChangeLink; change: EmailChange } | null> => {
    for (const side of ['current', 'new'] as const) {
      const hash = hashLinkToken(config, `email-${side}`, token)
      const change = hash && (await findEmailChangeByLink(db, side, hash, now()))
      if (change) return { link: { side, hash }, change }
    }
    return null
  }

  const renderConfirm = (props: ConfirmEmailChangePageProps, status: 200 | 404 | 409 = 200): PageResult =>
    toPageResult(confirmEmailChangePage, props, { title: 'Change of email address', noindex: true, status })

  const renderLink = async (
    token: string,
    { link, change }: { link: EmailChangeLink; change: EmailChange },
  ) => {
    const account = await findAccountById(db, change.personId)
    if (!account) return renderConfirm({ link: null, message: emailChangeMessages.linkGone }, 404)
    const { side } = link
    const { email: newEmail, isCurrentConfirmed, isNewConfirmed } = change
    const props = { token, side, newEmail, isCurrentConfirmed, isNewConfirmed }
    return renderConfirm({ link: { ...props, email: account.person.email }, message: '' })
  }

  pages.get(
    '/account/email/:token',
    { params: z.object({ token: z.string().max(200) }) },
    async ({ params: { token }, request }) => {
      const stored = await findLink(token)
      if (!stored) return renderConfirm({ link: null, message: emailChangeMessages.linkGone }, 404)
      if (stored.link.side === 'current') return renderLink(token, stored)
      const { person } = await visitors.get(request)
      if (!person) return toLoginRedirect(request)
      if (person.id === stored.change.personId) return renderLink(token, stored)
      return renderConfirm({ link: null, message: emailChangeMessages.otherPerson }, 404)
    },
  )

  const rejectLink = (exchange: HttpExchange, message: string, status: 404 | 409 = 404) =>
    rejectForm(
      deps,
      exchange,
      { token: message },
      () => renderConfirm({ link: null, message }, status),
      status,
    )

  const confirm = async ({ params: { token }, request, reply }: CallContext<typeof confirmEmailChange>) => {
    const exchange = { request, reply }
    const stored = await findLink(token)
    if (!stored) return rejectLink(exchange, emailChangeMessages.linkGone)
    const { link, change } = stored
    const { person, sessionHash } = await visitors.get(request)
    const isOwner = person?.id === change.personId
    // The new address may be mistyped: its holder must not get the account.
    if (link.side === 'new' && !isOwner) return rejectLink(exchange, emailChangeMessages.otherPerson)
    const result = await confirmChange(deps, link, change.personId, isOwner ? sessionHash : null)
    if (result.is === 'gone') return rejectLink(exchange, emailChangeMessages.linkGone)
    if (result.is === 'taken') return rejectLink(exchange, emailChangeMessages.taken(result.email), 409)
    if (result.is === 'waiting') return { success: true, next_url: `/account/email/${token}` }
    return { success: true, next_url: isOwner ? '/account/details' : '/login?redirectTo=%2Faccount' }
  }
  handle(app, confirmEmailChange, confirm, {
    form: async ({ params, request, reply }, { next_url }) => {
      if (next_url.startsWith('/account/email/')) return pages.redirect(reply, { to: next_url })
      const { person } = await visitors.get(request)
      const email = (await findLink(params.token))?.change.email ?? ''
      const text = person ? emailChangeMessages.changed : emailChangeMessages.changedSignIn(email)
      return pages.redirect(reply, { to: next_url, flash: { kind: 'success', text } })
    },
  })

  const stop = async ({ params: { token }, request, reply }: CallContext<typeof stopEmailChange>) => {
    const stored = await findLink(token)
    const isStoppable =
      stored?.link.side === 'current' && !(stored.change.isCurrentConfirmed && stored.change.isNewConfirmed)
    if (!isStoppable) return rejectLink({ request, reply }, emailChangeMessages.linkGone)
    await endEmailChange(context, stored.change.personId, 'email change stopped')
    return { success: true, next_url: '/password/forgot' }
  }
  handle(app, stopEmailChange, stop, {
    form: ({ reply }, { next_url }) =>
      pages.redirect(reply, { to: next_url, flash: { kind: 'info', text: emailChangeMessages.stopped } }),
  })
}
