import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../infra/app-context.ts'
import { getVatPreference, setVatPreference } from '../../infra/http/cookies.ts'
import { handle } from '../../infra/http/handle.ts'
import { getReturnPath } from '../../infra/http/request.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import { chooseVat } from './schemas.ts'

export interface VatPreferenceDeps {
  context: AppContext
  pages: Pages
}

/** The call that chooses whether prices ex or inc VAT come first, for pages of all features. */
export async function vatPreferencePlugin(
  app: FastifyInstance,
  { context, pages }: VatPreferenceDeps,
): Promise<void> {
  // For visitors without JavaScript; with it, the page writes the cookie itself (`VatSwitch`).
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
