import type { FastifyInstance } from 'fastify'
import { cameFrom } from '../platform/came-from.ts'
import { handle } from '../platform/handle.ts'
import type { House } from '../platform/house.ts'
import type { Pages } from '../platform/page-routes.ts'
import { getVatPreference, setVatPreference } from '../platform/vat-preference.ts'
import { chooseVat } from './contract.ts'

/** The switch of those without a script; with one, the page writes the cookie itself (vat.browser.ts). */
export function vatRoutes(app: FastifyInstance, house: House, pages: Pages): void {
  handle(
    app,
    chooseVat,
    async ({ body, request, reply }) => {
      const first = body.first ?? (getVatPreference(request) === 'ex' ? 'inc' : 'ex')
      setVatPreference(house, reply, first)
      return { first }
    },
    { form: ({ request, reply }) => pages.redirect(reply, { to: cameFrom(request, '/') }) },
  )
}
