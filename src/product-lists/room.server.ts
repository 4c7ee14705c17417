import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requirePerson, type Visitors } from '../accounts/server.ts'
import type { Person } from '../accounts/visitor.ts'
import type { PictureSource } from '../media/picture-source.ts'
import type { Cookies } from '../platform/cookies.ts'
import type { House } from '../platform/house.ts'
import { givenToken } from '../platform/origin.ts'
import type { Pages } from '../platform/page-routes.ts'
import { Problem } from '../shared/problem.ts'
import { listWords } from './words.ts'

/** What every route of this room works with. */
export interface ListRoom {
  app: FastifyInstance
  house: House
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
  if (!cookies.csrfIsValid(request, givenToken(request))) throw new Problem(403, listWords.badToken)
  return person
}

/** The token lasts as long as the browser is open, the session longer: a page that will need one gives another. */
export function giveToken({ cookies }: ListRoom, request: FastifyRequest, reply: FastifyReply): void {
  if (cookies.csrfIsValid(request, request.cookies.csrf_token)) return
  cookies.renewCsrf(reply, cookies.read(request, 'session'))
}
