import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { handle } from '../../../../infra/http/handle.ts'
import { type PageResult, toPageResult } from '../../../../infra/pages/render.ts'
import type { ReplyOf } from '../../../../lib/calls/call.ts'
import type { FieldErrors } from '../../../../lib/calls/field-checks.ts'
import { Problem } from '../../../../lib/calls/problem.ts'
import { parseQuantity } from '../../../../lib/quantity.ts'
import { type AdminDeps, addAdminPage, answerStaffForm, requireStaff } from '../../../back-office/service.ts'
import * as picks from '../../picking/confirm-pick.server.ts'
import { finishList } from '../../picking/finish-pick-list.server.ts'
import { type PickList, type PickRefusal, pickingUrl, toPickListUrl } from '../../picking/pick-list.ts'
import { findPickList } from '../../picking/queries.ts'
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

type PickReply = ReplyOf<typeof scanPick>
const toErrors = (errors: FieldErrors): PickReply => ({ success: false, message: '', errors, product: null })
const toSuccess = (message: string, product: number | null): PickReply => ({
  success: true,
  message,
  errors: {},
  product,
})
const refuse = (refusal: PickRefusal): PickReply => ({
  success: false,
  message: formatPickRefusal(refusal),
  errors: {},
  product: null,
})

/** A pick list, and confirming what was taken out of the bins (R-PICK-2 to R-PICK-5). */
export function pickingRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context, visitors, pages } = deps
  queueRoutes(app, deps)
  pickListsRoutes(app, deps)
  waitingRoutes(app, deps)
  paperRoutes(app, deps)
  const { db } = context
  const authorize = (request: FastifyRequest) => requireStaff(visitors, request, right)
  const toAction = async (request: FastifyRequest) => ({
    staffId: (await authorize(request)).id,
    now: context.now(),
  })

  addAdminPage(
    deps,
    `${pickingUrl}/:id`,
    { right, params: z.object({ id: z.string().max(12) }), query: listQuery },
    async ({ params: { id }, query }) => renderList(await getList(id), query, {}),
  )

  handle(
    app,
    scanPick,
    async ({ params: { id }, body: { code }, request }): Promise<PickReply> => {
      const action = await toAction(request)
      if (code === '') return toErrors({ scan: 'Scan or type a part number.' })
      const scan = { what: { code }, pieces: null, expected: null, correction: null }
      const result = await picks.confirmPick(db, id, scan, action)
      if (result.done) return toSuccess(formatPicked(result.pick), result.pick.productId)
      return result.refusal.why === 'finished'
        ? refuse(result.refusal)
        : toErrors({ scan: formatPickRefusal(result.refusal) })
    },
    { authorize, form: (form, result) => answer(form, result, { scanned: form.body.code }) },
  )

  handle(
    app,
    confirmPick,
    async ({ params: { id }, body, request }): Promise<PickReply> => {
      const action = await toAction(request)
      const pieces = parseQuantity(body.pieces, { min: 0, max: body.expected })
      if (pieces === null && body.pieces !== '')
        return toErrors({ [`pieces-${body.product}`]: `Enter a whole number from 0 to ${body.expected}.` })
      const result = await picks.confirmPick(
        db,
        id,
        {
          what: { productId: body.product },
          pieces,
          expected: body.expected,
          correction: body.empty ? body.reason : null,
        },
        action,
      )
      return result.done
        ? toSuccess(formatPicked(result.pick), result.pick.productId)
        : refuse(result.refusal)
    },
    {
      authorize,
      form: (form, result) => {
        const { product, pieces, empty, reason, expected } = form.body
        const short = { product, pieces, empty, reason }
        return answer(form, result, { short }, list => formatPickNews(list, { product, expected }))
      },
    },
  )

  handle(
    app,
    undoPick,
    async ({ params: { id }, body: { product: productId, expected }, request }): Promise<PickReply> => {
      const result = await picks.undoPick(db, id, { productId, expected }, await toAction(request))
      return result.done
        ? toSuccess(`${result.pick.code} is to be picked again.`, productId)
        : refuse(result.refusal)
    },
    { authorize, form: (form, result) => answer(form, result, {}) },
  )

  handle(
    app,
    finishPickList,
    async ({ params: { id }, body: { leave, unpicked }, request }): Promise<PickReply> => {
      const action = await toAction(request)
      if (!(await findPickList(db, id))) throw new Problem(404)
      const result = await finishList(db, id, { unpicked: leave ? unpicked : 0 }, action)
      return result.done
        ? toSuccess(`Pick list ${id} is finished.`, null)
        : toErrors({ leave: formatUnpicked(result.refusal.count) })
    },
    { authorize, form: (form, result) => answer(form, result, {}) },
  )

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
    const prefix = Object.keys(errors).length > 0 ? 'Error: ' : ''
    return toPageResult(pickListPage, props, { title: `${prefix}Pick list ${list.id}` })
  }

  // After a press the page is loaded again; a rejected form is displayed again as it was typed.
  const answer = (
    form: {
      params: { id: number }
      body: { view: string }
      request: FastifyRequest
      reply: FastifyReply
    },
    result: PickReply,
    typed: Pick<PickListState, 'scanned' | 'short'>,
    findNews: (list: PickList) => string = () => '',
  ): Promise<FastifyReply> => {
    const { id } = form.params
    const choice = listQuery.parse(Object.fromEntries(new URLSearchParams(form.body.view)))
    return answerStaffForm(pages, form, result, {
      to: toListUrl(id, { ...choice, last: result.product }),
      getCurrent: async () => {
        const list = await getList(id)
        return { version: list, news: findNews(list) }
      },
      render: async (rejection, list) => renderList(list, choice, { ...typed, ...rejection }),
    })
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
