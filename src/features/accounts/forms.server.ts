import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type CallContext, type CallOptions, handle, isPlainForm } from '../../infra/http/handle.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import type { PageResult } from '../../infra/pages/render.ts'
import type { Call, ReplyOf } from '../../lib/calls/call.ts'
import { type FieldErrors, toErrorLists } from '../../lib/calls/field-checks.ts'
import { Problem, type ProblemStatus } from '../../lib/calls/problem.ts'
import type { Flash } from '../../lib/flash.ts'
import type { AccountRouteDeps, HttpExchange } from './deps.server.ts'
import { confirmPasswordMessages } from './messages.ts'
import { verifyPassword } from './password-hash.server.ts'
import { findAccountById } from './queries.ts'
import type { formReply } from './schemas.ts'
import { requirePerson } from './sessions/visitors.server.ts'
import type { Person } from './visitor.ts'

/** The reply of a handler that has sent a page already. */
export const pageSentReply = { success: false, message: '', next_url: '' }

/** Success; the page that follows. */
export const goTo = (next_url: string) => ({ success: true, next_url })

/** Answers an invalid form: a browser gets the page again with the errors, a call a problem, which is thrown. */
export type Reject = (
  errors: FieldErrors,
  renderPage: () => PageResult | Promise<PageResult>,
  status?: ProblemStatus,
) => Promise<typeof pageSentReply>

const createReject =
  (pages: Pages, { request, reply }: HttpExchange): Reject =>
  async (errors, renderPage, status = 422) => {
    if (!isPlainForm(request))
      throw new Problem(status, Object.values(errors)[0], { errors: toErrorLists(errors) })
    const result = await renderPage()
    await pages.send(request, reply, { ...result, head: { ...result.head, errors, status } })
    return pageSentReply
  }

type FormContext<C extends Call> = CallContext<C> & { reject: Reject }
type FormDeps = Pick<AccountRouteDeps, 'app' | 'visitors' | 'pages'>

type FormAnswer<C extends Call> = NonNullable<CallOptions<C>['form']>

/** What follows success: a redirect to `next_url`, with this message if there is one; or another answer. */
type OnSuccess<C extends Call> =
  | FormAnswer<C>
  | (ReplyOf<C> extends z.output<typeof formReply> ? string | Flash | null : never)

/** Registers a form that anybody may send. */
export function handleForm<C extends Call>(
  { app, pages }: Pick<FormDeps, 'app' | 'pages'>,
  declared: C,
  onSuccess: OnSuccess<C>,
  handler: (context: FormContext<C>) => Promise<ReplyOf<C>>,
  authorize?: (request: FastifyRequest) => Promise<unknown>,
): void {
  const message = typeof onSuccess === 'string' ? { kind: 'success' as const, text: onSuccess } : onSuccess
  const redirect = ({ reply }: CallContext<C>, { next_url: to }: z.output<typeof formReply>) =>
    pages.redirect(reply, message === null ? { to } : { to, flash: message as Flash })
  handle(app, declared, context => handler({ ...context, reject: createReject(pages, context) }), {
    ...(authorize && { authorize }),
    form: typeof message === 'function' ? message : (redirect as FormAnswer<C>),
  })
}

/** Registers a form inside the account: only for people who are signed in. */
export function handleAccountForm<C extends Call>(
  deps: FormDeps,
  declared: C,
  onSuccess: OnSuccess<C>,
  handler: (context: FormContext<C> & { person: Person }) => Promise<ReplyOf<C>>,
): void {
  const authorize = (request: FastifyRequest) => requirePerson(deps.visitors, request)
  const handleOfPerson = async (context: FormContext<C>) =>
    handler({ ...context, person: await authorize(context.request) })
  handleForm(deps, declared, onSuccess, handleOfPerson, authorize)
}

/** The error when a signed-in person repeats the password wrongly, else null. Failures are limited. */
export async function getConfirmError(
  { context, failures }: Pick<AccountRouteDeps, 'context' | 'failures'>,
  person: Person,
  password: string,
): Promise<string | null> {
  const bucket = { name: `password:${person.id}`, limit: context.config.limits.passwordFailures }
  const attempt = await failures.attempt([bucket], context.now(), async () => {
    const account = await findAccountById(context.db, person.id)
    const matches = await verifyPassword(account?.passwordHash ?? null, password)
    return { failed: !matches, result: matches }
  })
  if (attempt.full) return confirmPasswordMessages.too_many_tries
  return attempt.result ? null : confirmPasswordMessages.wrong_password
}
