import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { PageContext } from '../../infra/pages/page-routes.ts'
import type { PageResult, Redirect } from '../../infra/pages/render.ts'
import { Problem } from '../../lib/calls/problem.ts'
import type { Flash } from '../../lib/flash.ts'
import { type PageDeps, requirePerson, toLoginRedirect, type Visitors } from '../accounts/service.ts'
import {
  formatMissingRight,
  includesRight,
  listHeldRights,
  type RequiredRight,
} from '../accounts/staff/staff-right.ts'
import { isStaff, type Person } from '../accounts/visitor.ts'
import type { StaffLists } from './navigation.ts'
import type { StaffReply } from './schemas.ts'

export interface AdminDeps extends PageDeps {
  /** Each list adds itself when it is registered. */
  lists: StaffLists
}

/**
 * The staff member who sends the request. 401 without a login; 404 for customers, to whom these pages do not exist; 403
 * for staff without the right.
 */
export async function requireStaff(
  visitors: Visitors,
  request: FastifyRequest,
  right: RequiredRight,
): Promise<Person> {
  const person = await requirePerson(visitors, request)
  if (!isStaff(person)) throw new Problem(404)
  if (!includesRight(listHeldRights(person), right)) throw new Problem(403, formatMissingRight(right))
  return person
}

/** Registers a staff page: visitors who are not signed in are redirected to the login, and it is not indexed. */
export function addAdminPage<Q extends z.ZodType, P extends z.ZodType>(
  { pages, visitors }: AdminDeps,
  path: `/admin${string}`,
  { right, ...options }: { right: RequiredRight; query?: Q; params?: P },
  handler: (context: PageContext<Q, P> & { staff: Person }) => Promise<PageResult | Redirect>,
): void {
  pages.get(path, options, async context => {
    const { person } = await visitors.get(context.request)
    if (!person) return toLoginRedirect(context.request)
    const staff = await requireStaff(visitors, context.request, right)
    const result = toCutSearch(context.request.url) ?? (await handler({ ...context, staff }))
    return 'to' in result ? result : { ...result, head: { ...result.head, noindex: true } }
  })
}

/** Why a form was rejected: messages by field, and a notice about the whole. */
export type Rejection = Pick<StaffReply, 'errors'> & { notice: string | null }

export const noRejection: Rejection = { notice: null, errors: {} }

/** Registers a file for staff: visitors who are not signed in are redirected to the login. */
export function addAdminFile<Q extends z.ZodType, P extends z.ZodType>(
  app: FastifyInstance,
  { pages, visitors }: Pick<AdminDeps, 'pages' | 'visitors'>,
  path: `/admin${string}`,
  { right, query, params }: { right: RequiredRight; query?: Q; params?: P },
  send: (context: PageContext<Q, P> & { staff: Person }) => Promise<FastifyReply>,
): void {
  const schema = { ...(query && { querystring: query }), ...(params && { params }) }
  app.get(path, { schema }, async (request, reply) => {
    const { person } = await visitors.get(request)
    if (!person) return pages.redirect(reply, toLoginRedirect(request))
    const staff = await requireStaff(visitors, request, right)
    const cut = toCutSearch(request.url)
    if (cut) return pages.redirect(reply, cut)
    return send({
      request,
      reply,
      staff,
      query: request.query as z.output<Q>,
      params: request.params as z.output<P>,
    })
  })
}

const maxSearchLength = 100
/** What the lists of staff call their search. */
const searchParameters = ['query', 'find', 'question']

/** The same address with its search cut when that is too long; null: it is not too long. */
function toCutSearch(url: string): { to: string; flash: Flash } | null {
  const [path = '', query = ''] = url.split('?')
  const parameters = new URLSearchParams(query)
  const isLong = (name: string) => (parameters.get(name)?.trim().length ?? 0) > maxSearchLength
  const tooLong = searchParameters.filter(isLong)
  if (tooLong.length === 0) return null
  for (const name of tooLong)
    parameters.set(name, parameters.get(name)!.trim().slice(0, maxSearchLength).trim())
  const text = `A search can have ${maxSearchLength} characters, so yours was cut.`
  return { to: `${path}?${parameters}`, flash: { kind: 'info', text } }
}
