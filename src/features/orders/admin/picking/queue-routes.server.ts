import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { handle } from '../../../../infra/http/handle.ts'
import { toRequestKey } from '../../../../infra/http/request-key.ts'
import { type PageResult, toPageResult } from '../../../../infra/pages/render.ts'
import { line } from '../../../../lib/validate.ts'
import { type AdminDeps, addAdminPage, requireStaff } from '../../../admin/service.ts'
import { listPickLists } from '../../picking/list-queries.server.ts'
import {
  maxFinishedListed,
  maxOrdersOnList,
  pickingUrl,
  pickListsUrl,
  toPickListUrl,
} from '../../picking/pick-list.ts'
import * as picking from '../../picking/picking.server.ts'
import { type QueueChoice, queueSorts } from '../../picking/queue.ts'
import { listQueue } from '../../picking/queue-queries.server.ts'
import { toPickListItem } from './lists-view.ts'
import { formatCreateRefusal } from './messages.ts'
import { pickingPage } from './PickingPage.tsx'
import { pickListsPage } from './PickListsPage.tsx'
import { toPickingProps } from './queue-view.ts'
import { makePickList } from './schemas.ts'

const right = 'warehouse'
const queueQuery = z.object({
  sort: z.enum(queueSorts).catch('cut_off'),
  service: line(10).catch(''),
  area: line(40).catch(''),
  due: z
    .string()
    .transform(text => text === '1')
    .catch(false),
  tick: z.enum(['due', 'all', 'none']).catch('none'),
})
const everyOrder: QueueChoice = { sort: 'cut_off', service: '', area: '', due: false }

const listsQuery = z.object({
  show: z.enum(['open', 'finished']).catch('open'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})
const listsOfPage = 50
/** Open lists above the queue. */
const listsAboveQueue = 6

/** The queue of what can be picked, making pick lists, and the list of them (R-PICK-1, R-PICK-2, R-PICK-6). */
export function queueRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context, visitors, pages } = deps
  const { db } = context

  addAdminPage(deps, pickingUrl, { right, query: queueQuery }, ({ query: { tick, ...choice } }) =>
    renderQueue(choice, { tick }),
  )

  addAdminPage(deps, pickListsUrl, { right, query: listsQuery }, async ({ query: { show, page } }) => {
    const toUrl = (group: string) => `${pickListsUrl}?show=${group}`
    const current = { page, size: listsOfPage }
    const isOpen = show === 'open'
    const [open, finished] = await Promise.all([
      listPickLists(db, 'open', isOpen ? current : { page: 1, size: 0 }),
      listPickLists(db, 'finished', isOpen ? { page: 1, size: 0 } : current),
    ])
    const { rows, total } = isOpen ? open : finished
    if (rows.length === 0 && page > 1) return { to: toUrl(show) }
    const props = {
      filters: [
        { name: 'Being picked', url: toUrl('open'), count: open.total, isCurrent: isOpen },
        {
          name: 'Finished',
          url: toUrl('finished'),
          count: finished.total,
          isMore: finished.total === maxFinishedListed,
          isCurrent: !isOpen,
        },
      ],
      rows: rows.map(toPickListItem),
      page,
      pages: Math.ceil(total / listsOfPage),
      pageUrl: toUrl(show),
    }
    return toPageResult(pickListsPage, props, { title: 'Pick lists' })
  })

  handle(
    app,
    makePickList,
    async ({ body, request }) => {
      const staff = await requireStaff(visitors, request, right)
      const form = { references: body.orders, requestKey: toRequestKey(request) }
      const result = await picking.createPickList(db, form, { staffId: staff.id, now: context.now() })
      const reply = { errors: {}, success: result.done }
      return result.done
        ? { ...reply, message: `Pick list ${result.id} is ready.`, url: toPickListUrl(result.id) }
        : { ...reply, message: formatCreateRefusal(result.refusal), url: null }
    },
    {
      authorize: request => requireStaff(visitors, request, right),
      form: async ({ body, request, reply }, { message, url }) => {
        if (url !== null) return pages.redirect(reply, { to: url })
        const page = await renderQueue(everyOrder, { ticked: body.orders, notice: message, status: 409 })
        return pages.send(request, reply, page)
      },
    },
  )

  const renderQueue = async (
    choice: QueueChoice,
    form: { tick?: 'due' | 'all' | 'none'; ticked?: string[]; notice?: string; status?: number },
  ): Promise<PageResult> => {
    const now = context.now()
    const [queue, lists] = await Promise.all([
      listQueue(db, choice, { now, limit: maxOrdersOnList }),
      listPickLists(db, 'open', { page: 1, size: listsAboveQueue }),
    ])
    const cutOffMinutes = context.config.delivery?.cutOffMinutes ?? null
    const view = toPickingProps(queue, lists, choice, form, { now, cutOffMinutes })
    const head = { title: 'Picking', noindex: true, ...(form.status && { status: form.status }) }
    return toPageResult(pickingPage, { ...view, requestKey: randomUUID(), notice: form.notice ?? null }, head)
  }
}
