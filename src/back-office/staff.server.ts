import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { requirePerson, toLogin, type Visitors } from '../accounts/server.ts'
import { isStaff, type Person } from '../accounts/visitor.ts'
import type { House } from '../platform/house.ts'
import type { PageRequest, Pages } from '../platform/page-routes.ts'
import type { Head, Redirect, Shown } from '../platform/render.ts'
import { Problem } from '../shared/problem.ts'

/** What every route of the back office works with. */
export interface Desk {
  house: House
  visitors: Visitors
  pages: Pages
}

/**
 * Who works here, looked at anew at each request. Nobody signed in: 401. To customers the back office does not exist:
 * 404 (contract §4).
 */
export async function requireStaff(visitors: Visitors, request: FastifyRequest): Promise<Person> {
  const person = await requirePerson(visitors, request)
  if (!isStaff(person)) throw new Problem(404)
  return person
}

/** Declares a page of the back office: nobody signed in is led to the login, and no search engine finds it. */
export function staffPage<Q extends z.ZodType, P extends z.ZodType>(
  { pages, visitors }: Desk,
  path: `/admin${string}`,
  options: { query?: Q; params?: P },
  answer: (asked: PageRequest<Q, P> & { staff: Person }) => Promise<Shown | Redirect>,
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
