import type { FastifyInstance } from 'fastify'
import { cameFrom } from '../platform/came-from.ts'
import { handle } from '../platform/handle.ts'
import type { House } from '../platform/house.ts'
import type { Pages } from '../platform/page-routes.ts'
import { keepVatFirst, vatFirstOf } from '../platform/vat-first.ts'
import { chooseVat } from './contract.ts'

/** The switch of those without a script; with one, the page writes the cookie itself (vat.browser.ts). */
export function vatRoutes(app: FastifyInstance, house: House, pages: Pages): void {
  handle(
    app,
    chooseVat,
    async ({ body, request, reply }) => {
      const first = body.first ?? (vatFirstOf(request) === 'ex' ? 'inc' : 'ex')
      keepVatFirst(house, reply, first)
      return { first }
    },
    { form: ({ request, reply }) => pages.redirect(reply, { to: cameFrom(request, '/') }) },
  )
}
