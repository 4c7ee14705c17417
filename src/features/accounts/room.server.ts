import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext, Tx } from '../../infra/app-context.ts'
import type { Cookies } from '../../infra/http/cookies.ts'
import { isPlainForm } from '../../infra/http/handle.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import type { PageResult } from '../../infra/pages/render.ts'
import type { FailureLimiter } from '../../infra/rate-limit/failures.ts'
import type { Country } from '../../lib/countries.ts'
import type { Errors } from '../../lib/field-checks.ts'
import { Problem, type ProblemStatus } from '../../lib/problem.ts'
import type { Visitors } from './service.ts'
import type { Visitor } from './visitor.ts'

/** What every route of this room works with. */
export interface AccountRoom {
  app: FastifyInstance
  context: AppContext
  cookies: Cookies
  visitors: Visitors
  pages: Pages
  countries: readonly Country[]
  /** What other rooms carry over when a visitor becomes a person: his basket, his checkout entries. */
  onLogin: (tx: Tx, before: Visitor, personId: number, sessionHash: Buffer) => Promise<void>
  /** Failures in 15 minutes (contract §4). */
  failures: FailureLimiter
}

/** The answer when something was refused and a screen was sent instead. */
export const notDone = { success: false, next_url: '' }

/**
 * A form that cannot be taken: a browser gets the screen again with what is wrong, a call a problem with the fields.
 * For a call it throws.
 */
export async function refuseForm(
  { pages }: Pick<AccountRoom, 'pages'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  errors: Errors,
  screen: () => PageResult | Promise<PageResult>,
  more: { status?: ProblemStatus; retryAfterSeconds?: number } = {},
): Promise<typeof notDone> {
  if (isPlainForm(request)) {
    const shown = await screen()
    const title = `Error: ${shown.head.title}`
    await pages.send(request, reply, { ...shown, head: { ...shown.head, title, status: more.status ?? 422 } })
    return notDone
  }
  const details = Object.fromEntries(Object.entries(errors).map(([field, words]) => [field, [words]]))
  throw new Problem(more.status ?? 422, Object.values(errors)[0], {
    errors: details,
    ...(more.retryAfterSeconds !== undefined && { retryAfterSeconds: more.retryAfterSeconds }),
  })
}
