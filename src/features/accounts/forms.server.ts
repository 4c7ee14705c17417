import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CallOptions, isPlainForm } from '../../infra/http/handle.ts'
import type { PageResult } from '../../infra/pages/render.ts'
import type { Call } from '../../lib/calls/call.ts'
import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import { Problem, type ProblemStatus } from '../../lib/calls/problem.ts'
import type { AccountRouteDeps, HttpExchange } from './deps.server.ts'
import { requirePerson } from './service.ts'

/** The reply of a handler that has sent a page already. */
export const pageSentReply = { success: false, next_url: '' }

/** Answers an invalid form: a browser gets the page again with the errors, a call a problem, which is thrown. */
export async function rejectForm(
  { pages }: Pick<AccountRouteDeps, 'pages'>,
  { request, reply }: HttpExchange,
  errors: FieldErrors,
  renderPage: () => PageResult | Promise<PageResult>,
  status: ProblemStatus = 422,
): Promise<typeof pageSentReply> {
  if (!isPlainForm(request)) {
    const errorLists = Object.fromEntries(
      Object.entries(errors).map(([field, message]) => [field, [message]]),
    )
    throw new Problem(status, Object.values(errors)[0], { errors: errorLists })
  }
  const result = await renderPage()
  const title = `Error: ${result.head.title}`
  await pages.send(request, reply, { ...result, head: { ...result.head, title, status } })
  return pageSentReply
}

/** Call options for a form inside the account: only for people who are signed in; success redirects to `next_url`. */
export function accountFormOptions({ visitors, pages }: AccountRouteDeps, successMessage?: string) {
  return {
    authorize: (request: FastifyRequest) => requirePerson(visitors, request),
    form: ({ reply }: { reply: FastifyReply }, { next_url }: { next_url: string }) =>
      pages.redirect(reply, {
        to: next_url,
        ...(successMessage !== undefined && { flash: { kind: 'success' as const, text: successMessage } }),
      }),
  } satisfies Pick<CallOptions<Call>, 'authorize'> & { form: unknown }
}
