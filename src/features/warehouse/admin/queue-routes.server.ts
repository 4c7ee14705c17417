import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import { line } from '../../../lib/calls/validate.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import { getCutOff } from '../../../lib/delivery-settings.ts'
import { type AdminDeps, addAdminPage } from '../../back-office/service.ts'
import { createStaffAction, done, refuse } from '../../back-office/staff-action.server.ts'
import { listParameters } from '../../back-office/table/schemas.ts'
import { addCsvExport, listSavedViews, maxExportedRows } from '../../back-office/table/service.ts'
import { createPickList } from '../picking/pick-list.server.ts'
import { pickingUrl, toPickListUrl } from '../picking/pick-list.ts'
import { queueExportUrl, queueSorts, toQueueQuery, toQueueUrl } from '../picking/queue.ts'
import { listQueue } from '../picking/queue-queries.server.ts'
import { formatCreateRefusal } from './messages.ts'
import { pickingPage } from './PickingPage.tsx'
import { listNewestOpenLists } from './pick-lists.server.ts'
import { queueExportColumns, toPickingProps, toQueueExportRow } from './queue-view.ts'
import { makePickList } from './schemas.ts'

const right = 'warehouse'
const queueQuery = z.object({
  sort: z.enum(queueSorts).catch('cut_off'),
  direction: z.enum(['up', 'down']).catch('up'),
  service: line(10).catch(''),
  area: line(40).catch(''),
  due: z
    .string()
    .transform(text => text === '1')
    .catch(false),
  goods: z.enum(['', 'whole', 'part']).catch(''),
  rows: listParameters.rows,
  page: z.coerce.number().int().min(1).max(1_000).catch(1),
  tick: z.enum(['due', 'all', 'none']).catch('none'),
})

const savedViews = { section: 'picking', url: pickingUrl }

const listsAboveQueue = 6

/** The queue of what can be picked, and making pick lists (R-PICK-1, R-PICK-2). */
export function queueRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context, pages } = deps
  const { db } = context
  deps.lists.set(savedViews.section, savedViews)

  addAdminPage(deps, pickingUrl, { right, query: queueQuery }, async ({ query, staff }) => {
    const page = await renderQueue(query, staff.id, { ticked: [], notice: null })
    return page ?? { to: toQueueUrl(query) }
  })

  addCsvExport(app, deps, queueExportUrl, {
    right,
    query: queueQuery,
    fileName: 'picking',
    columns: queueExportColumns,
    listIds: async query => {
      const page = { offset: 0, limit: maxExportedRows }
      return (await listQueue(db, query, { now: context.now(), page })).rows
    },
    listRows: async rows => rows.map(row => toQueueExportRow(row, toLondonTime(context.now()).date)),
  })

  const staffAction = createStaffAction(app, deps, {
    load: async () => ({ version: null }),
    toUrl: () => pickingUrl,
  })

  staffAction(makePickList, {
    right,
    reply: { url: null },
    run: async ({ body, staff, requestKey, now }) => {
      const form = { references: body.orders, requestKey }
      const result = await createPickList(context, form, { staffId: staff.id, now })
      if (!result.ok) return refuse(formatCreateRefusal(result))
      return { ...done(`Pick list ${result.id} is ready.`), reply: { url: toPickListUrl(result.id) } }
    },
    // The list is open then: a message would say it once more.
    answer: async ({ body, request, reply }, { message, url }, staff) => {
      if (url !== null) return pages.redirect(reply, { to: url })
      const query = queueQuery.parse(Object.fromEntries(new URLSearchParams(body.view)))
      const form = { ticked: body.orders, notice: message }
      const page = await renderQueue({ ...query, page: 1 }, staff.id, form)
      return pages.send(request, reply, page!)
    },
  })

  /** Null: there is no such page. A form that was refused is shown again on the first one, its ticks first. */
  const renderQueue = async (
    { tick, page, ...choice }: z.output<typeof queueQuery>,
    staffId: number,
    { ticked, notice }: { ticked: string[]; notice: string | null },
  ): Promise<PageResult | null> => {
    const now = context.now()
    const { delivery } = context.config
    // All ticks of a form that was refused must be seen.
    const size = Math.max(choice.rows, ticked.length)
    const queuePage = { offset: (page - 1) * size, limit: size }
    const [queue, lists, views] = await Promise.all([
      listQueue(db, choice, { now, page: queuePage, ticked, calendar: delivery }),
      listNewestOpenLists(db, listsAboveQueue),
      listSavedViews(db, staffId, savedViews, toQueueQuery(choice)),
    ])
    if (queue.rows.length === 0 && page > 1) return null
    const cutOffMinutes = delivery && getCutOff(delivery, toLondonTime(now).date)
    const current = { choice, page, size, tick, ticked }
    const view = toPickingProps(queue, lists, current, { now, cutOffMinutes })
    const head = { title: 'Picking', noindex: true, ...(notice !== null && { status: 409 }) }
    return toPageResult(pickingPage, { ...view, views, requestKey: randomUUID(), notice }, head)
  }
}
