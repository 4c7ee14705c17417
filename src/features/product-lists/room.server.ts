import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../infra/app-context.ts'
import type { Cookies } from '../../infra/http/cookies.ts'
import { getCsrfToken } from '../../infra/http/origin.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import { Problem } from '../../lib/problem.ts'
import { requirePerson, type Visitors } from '../accounts/service.ts'
import type { Person } from '../accounts/visitor.ts'
import type { PictureSource } from '../media/picture-source.ts'
import { listWords } from './messages.ts'

/** What every route of this room works with. */
export interface ListRoom {
  app: FastifyInstance
  context: AppContext
  cookies: Cookies
  visitors: Visitors
  pages: Pages
  pictureSource: PictureSource | null
}

/** Who changes a list: signed in, and with the token of his own pages, which these calls always need (contract §2). */
export async function requireWriter(
  { visitors, cookies }: ListRoom,
  request: FastifyRequest,
): Promise<Person> {
  const person = await requirePerson(visitors, request)
  if (!cookies.csrfIsValid(request, getCsrfToken(request))) throw new Problem(403, listWords.badToken)
  return person
}

/** The token lasts as long as the browser is open, the session longer: a page that will need one gives another. */
export function giveToken({ cookies }: ListRoom, request: FastifyRequest, reply: FastifyReply): void {
  if (cookies.csrfIsValid(request, request.cookies.csrf_token)) return
  cookies.renewCsrf(reply, cookies.read(request, 'session'))
}
