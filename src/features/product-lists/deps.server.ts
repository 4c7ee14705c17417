import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../infra/app-context.ts'
import type { Cookies } from '../../infra/http/cookies.ts'
import { getCsrfToken } from '../../infra/http/origin.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { requirePerson, type Visitors } from '../accounts/service.ts'
import type { Person } from '../accounts/visitor.ts'
import type { ReleaseUnpaidStock } from '../basket/service.ts'
import type { PictureSource } from '../media/picture-source.ts'
import { listMessages } from './messages.ts'

/** The dependencies of all routes of product lists. */
export interface ListRouteDeps {
  app: FastifyInstance
  context: AppContext
  cookies: Cookies
  visitors: Visitors
  pages: Pages
  pictureSource: PictureSource | null
  releaseUnpaidStock: ReleaseUnpaidStock
}

/** The signed-in person of a request with a valid CSRF token, which changes to product lists always need (R-CALL-8). */
export async function requirePersonWithToken(
  { visitors, cookies }: ListRouteDeps,
  request: FastifyRequest,
): Promise<Person> {
  const person = await requirePerson(visitors, request)
  if (!cookies.isCsrfValid(request, getCsrfToken(request))) throw new Problem(403, listMessages.badToken)
  return person
}

/** Renews a missing CSRF cookie: it ends with the browser session, while a login may last longer. */
export function ensureCsrfToken(
  { cookies }: ListRouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (cookies.isCsrfValid(request, request.cookies.csrf_token)) return
  cookies.renewCsrf(reply, cookies.read(request, 'session'))
}
