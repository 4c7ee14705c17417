import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { AppContext } from '../../infra/app-context.ts'
import type { PageRequest, Pages } from '../../infra/pages/page-routes.ts'
import type { Head, PageResult, Redirect } from '../../infra/pages/render.ts'
import { Problem } from '../../lib/problem.ts'
import { requirePerson, toLogin, type Visitors } from '../accounts/service.ts'
import { isStaff, type Person } from '../accounts/visitor.ts'

/** What the routes of the staff's pages need. */
export interface AdminDeps {
  context: AppContext
  visitors: Visitors
  pages: Pages
}

/** The staff member who sends the request. 401 when nobody is signed in; to customers these pages do not exist: 404. */
export async function requireStaff(visitors: Visitors, request: FastifyRequest): Promise<Person> {
  const person = await requirePerson(visitors, request)
  if (!isStaff(person)) throw new Problem(404)
  return person
}

/** Registers a staff page: visitors who are not signed in are redirected to the login, and it is not indexed. */
export function adminPage<Q extends z.ZodType, P extends z.ZodType>(
  { pages, visitors }: AdminDeps,
  path: `/admin${string}`,
  options: { query?: Q; params?: P },
  answer: (asked: PageRequest<Q, P> & { staff: Person }) => Promise<PageResult | Redirect>,
): void {
  pages.get(path, options, async asked => {
    const { person } = await visitors.of(asked.request)
    if (!person) return toLogin(asked.request)
    const staff = await requireStaff(visitors, asked.request)
    const shown = await answer({ ...asked, staff })
    return 'to' in shown ? shown : { ...shown, head: hidden(shown.head) }
  })
}

const hidden = (head: Head): Head => ({ ...head, noindex: true })
