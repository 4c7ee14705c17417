import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { handle } from '../../../infra/http/handle.ts'
import type { ReplyOf } from '../../../lib/calls/call.ts'
import { formatTooLong } from '../../../lib/calls/field-checks.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { type AdminDeps, requireStaff } from '../service.ts'
import { deleteSavedView, upsertSavedView } from './queries.ts'
import {
  maxViewName,
  maxViews,
  normaliseViewQuery,
  toViewUrl,
  viewMessages,
  viewRights,
} from './saved-view.ts'
import { removeView, saveView } from './schemas.ts'

/** Saving and removing views (R-ADMIN-6). */
export function savedViewRoutes(app: FastifyInstance, { context, visitors, pages }: AdminDeps): void {
  const { db } = context
  const authorize = (request: FastifyRequest) => requireStaff(visitors, request, viewRights)
  const answer = (
    { reply }: { reply: FastifyReply },
    { success, message, url }: ReplyOf<typeof saveView>,
  ): FastifyReply =>
    pages.redirect(reply, { to: url, flash: { kind: success ? 'success' : 'danger', text: message } })

  handle(
    app,
    saveView,
    async ({ body: { section, name, query: typed }, request }) => {
      const staff = await authorize(request)
      const query = normaliseViewQuery(typed)
      const url = toViewUrl(section, query)
      if (name === '') return { success: false, message: viewMessages.noName, url }
      if (name.length > maxViewName)
        return { success: false, message: formatTooLong('The name of a view', maxViewName), url }
      const success = await upsertSavedView(db, { personId: staff.id, section, name, query }, maxViews)
      return { success, message: success ? `View “${name}” saved.` : viewMessages.tooMany, url }
    },
    { authorize, form: answer },
  )

  handle(
    app,
    removeView,
    async ({ params: { id }, request }) => {
      const staff = await authorize(request)
      const section = await deleteSavedView(db, staff.id, id)
      if (section === null) throw new Problem(404)
      return { success: true, message: 'The view has been removed.', url: toViewUrl(section, '') }
    },
    { authorize, form: answer },
  )
}
