import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../infra/app-context.ts'
import { getReturnPath } from '../../infra/http/came-from.ts'
import { handle } from '../../infra/http/handle.ts'
import { getVatPreference, setVatPreference } from '../../infra/http/vat-preference.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import { chooseVat } from './schemas.ts'

/** The switch of those without a script; with one, the page writes the cookie itself (vat.browser.ts). */
export interface LayoutDeps {
  context: AppContext
  pages: Pages
}

export async function layoutPlugin(app: FastifyInstance, { context, pages }: LayoutDeps): Promise<void> {
  handle(
    app,
    chooseVat,
    async ({ body, request, reply }) => {
      const first = body.first ?? (getVatPreference(request) === 'ex' ? 'inc' : 'ex')
      setVatPreference(context, reply, first)
      return { first }
    },
    { form: ({ request, reply }) => pages.redirect(reply, { to: getReturnPath(request, '/') }) },
  )
}
