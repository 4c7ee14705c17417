import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { parseQuantity } from '../../../lib/quantity.ts'
import { type AdminDeps, addAdminPage } from '../../back-office/service.ts'
import { createStaffAction, done, invalid, refuse } from '../../back-office/staff-action.server.ts'
import * as picks from '../picking/pick-list.server.ts'
import { finishList } from '../picking/pick-list.server.ts'
import { type PickList, type PickRefusal, pickingUrl, toPickListUrl } from '../picking/pick-list.ts'
import { findPickList } from '../picking/queries.ts'
import { delayListRoutes } from './delays.server.ts'
import { formatPicked, formatPickNews, formatPickRefusal, formatUnpicked } from './messages.ts'
import { pickListPage } from './PickListPage.tsx'
import { paperRoutes } from './paper-routes.server.ts'
import { pickListsRoutes } from './pick-lists.server.ts'
import { queueRoutes } from './queue-routes.server.ts'
import { confirmPick, finishPickList, scanPick, undoPick } from './schemas.ts'
import { type PickListChoice, toPickListProps } from './view.ts'
import { waitingRoutes } from './waiting.server.ts'

const right = 'warehouse'
const listQuery = z.object({
  show: z.enum(['to_pick', 'picked']).catch('to_pick'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
  last: z.coerce.number().int().min(1).nullable().catch(null),
})

const accept = (message: string, product: number | null) => ({ ...done(message), reply: { product } })
const refusePick = (refusal: PickRefusal) => refuse(formatPickRefusal(refusal))

/** The pages of the warehouse; here are a pick list, and confirming what was taken out of the bins (R-PICK-2 to R-PICK-5). */
export async function warehouseAdminPlugin(app: FastifyInstance, deps: AdminDeps): Promise<void> {
  const { context } = deps
  queueRoutes(app, deps)
  pickListsRoutes(app, deps)
  waitingRoutes(app, deps)
  paperRoutes(app, deps)
  delayListRoutes(app, deps)
  const { db } = context

  addAdminPage(
    deps,
    `${pickingUrl}/:id`,
    { right, params: z.object({ id: z.string().max(12) }), query: listQuery },
    async ({ params: { id }, query }) => renderList(await getList(id), query, {}),
  )

  const parseChoice = (body: unknown) =>
    listQuery.parse(Object.fromEntries(new URLSearchParams((body as { view: string }).view)))

  // After a press the page is loaded again; a rejected form is displayed again as it was typed.
  const staffAction = createStaffAction(app, deps, {
    load: async ({ id }: { id: number }) => ({ ...(await getList(id)), version: null }),
    toUrl: ({ params: { id }, body }, { product }) =>
      toListUrl(id, { ...parseChoice(body), last: (product ?? null) as number | null }),
    render: (list, { view, ...typed }: PickListState & { view: string }, rejection) =>
      renderList(list, parseChoice({ view }), { ...typed, ...rejection }),
  })

  staffAction(scanPick, {
    right,
    reply: { product: null },
    typed: ({ body: { view, code } }) => ({ view, scanned: code }),
    validate: ({ body: { code } }) => ({
      errors: code === '' ? { scan: 'Scan or type a part number.' } : {},
    }),
    run: async ({ params: { id }, body: { code }, staff, now }) => {
      const scan = { what: { code }, pieces: null, expected: null, correction: null }
      const result = await picks.confirmPick(db, id, scan, { staffId: staff.id, now })
      if (result.ok) return accept(formatPicked(result.pick), result.pick.productId)
      return result.reason === 'finished' ? refusePick(result) : invalid({ scan: formatPickRefusal(result) })
    },
  })

  staffAction(confirmPick, {
    right,
    reply: { product: null },
    typed: ({ body: { view, product, pieces, empty, reason } }) => ({
      view,
      short: { product, pieces, empty, reason },
    }),
    describeChanges: (list, { body }) => formatPickNews(list, body),
    run: async ({ params: { id }, body, staff, now }) => {
      const { product: productId, expected } = body
      const pieces = parseQuantity(body.pieces, { min: 0, max: expected })
      if (pieces === null && body.pieces !== '')
        return invalid({ [`pieces-${productId}`]: `Enter a whole number from 0 to ${expected}.` })
      const correction = body.empty ? body.reason : null
      const pick = { what: { productId }, pieces, expected, correction }
      const result = await picks.confirmPick(db, id, pick, { staffId: staff.id, now })
      if (!result.ok) return refusePick(result)
      return accept(formatPicked(result.pick), result.pick.productId)
    },
  })

  staffAction(undoPick, {
    right,
    reply: { product: null },
    typed: ({ body: { view } }) => ({ view }),
    run: async ({ params: { id }, body: { product: productId, expected }, staff, now }) => {
      const result = await picks.undoPick(db, id, { productId, expected }, { staffId: staff.id, now })
      if (!result.ok) return refusePick(result)
      return accept(`${result.pick.code} is to be picked again.`, productId)
    },
  })

  staffAction(finishPickList, {
    right,
    reply: { product: null },
    typed: ({ body: { view } }) => ({ view }),
    run: async ({ params: { id }, body: { leave, unpicked }, staff, now }) => {
      const form = { unpicked: leave ? unpicked : 0 }
      const result = await finishList(db, id, form, { staffId: staff.id, now })
      if (!result.ok) return invalid({ leave: formatUnpicked(result.count) })
      return done(`Pick list ${id} is finished.`)
    },
  })

  const getList = async (id: string | number): Promise<PickList> => {
    const list = /^[1-9]\d{0,8}$/.test(String(id)) ? await findPickList(db, Number(id)) : null
    if (!list) throw new Problem(404)
    return list
  }

  const renderList = (list: PickList, choice: PickListChoice, state: PickListState): PageResult => {
    const { notice = null, scanned = '', short = null } = state
    const view = toPickListProps(list, choice, short?.product ?? null)
    const isGone =
      short !== null && (view.isFinished || !view.toPick.some(({ productId }) => productId === short.product))
    const discardedInput =
      isGone && short.pieces !== '' ? [{ name: 'Pieces in the bin', text: short.pieces }] : []
    // A message of a field that is gone would lead nowhere.
    const errors = isGone && notice !== null ? {} : (state.errors ?? {})
    const props = { ...view, notice, errors, scanned, short, discardedInput }
    return toPageResult(pickListPage, props, { title: `Pick list ${list.id}`, errors })
  }
}

/** What is usual is left out. */
function toListUrl(id: number, { show, page, last }: PickListChoice): string {
  const query = new URLSearchParams({
    ...(show !== 'to_pick' && { show }),
    ...(page > 1 && { page: String(page) }),
    ...(last !== null && { last: String(last) }),
  }).toString()
  return `${toPickListUrl(id)}${query === '' ? '' : `?${query}`}`
}

interface PickListState {
  notice?: string | null
  errors?: FieldErrors
  scanned?: string
  short?: { product: number; pieces: string; empty: boolean; reason: 'count' | 'damage' } | null
}
