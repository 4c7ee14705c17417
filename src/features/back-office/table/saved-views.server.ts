import type { FastifyInstance } from 'fastify'
import { formatTooLong } from '../../../lib/calls/field-checks.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import type { AdminDeps } from '../service.ts'
import { createStaffAction, done, refuse } from '../staff-action.server.ts'
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
export function savedViewRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { db } = deps.context
  const staffAction = createStaffAction(app, deps, {
    load: async () => ({ version: null }),
    toUrl: (_form, { url }) => String(url),
  })

  staffAction(saveView, {
    right: viewRights,
    run: async ({ body: { section, name, query: typed }, staff }) => {
      const query = normaliseViewQuery(typed)
      const reply = { url: toViewUrl(section, query) }
      if (name === '') return { ...refuse(viewMessages.noName), reply }
      if (name.length > maxViewName)
        return { ...refuse(formatTooLong('The name of a view', maxViewName)), reply }
      const isSaved = await upsertSavedView(db, { personId: staff.id, section, name, query }, maxViews)
      return { ...(isSaved ? done(`View “${name}” saved.`) : refuse(viewMessages.tooMany)), reply }
    },
  })

  staffAction(removeView, {
    right: viewRights,
    run: async ({ params: { id }, staff }) => {
      const section = await deleteSavedView(db, staff.id, id)
      if (section === null) throw new Problem(404)
      return { ...done('The view has been removed.'), reply: { url: toViewUrl(section, '') } }
    },
  })
}
