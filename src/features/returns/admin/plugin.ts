import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { orderRights } from '../../back-office/navigation.ts'
import { addAdminFile, addAdminPage, type Rejection } from '../../back-office/service.ts'
import { findOrderById } from '../../orders/service.ts'
import { sendReturnLabel, sendReturnPicture } from '../files.server.ts'
import { findReturn, getReturnVersion, listReturnableLines, listReturnHistory } from '../queries.ts'
import { maxPictures, parseReturnNumber } from '../returns.ts'
import { adminReturnPage } from './AdminReturnPage.tsx'
import { addReturnForms, type ReturnFormDeps, type VersionedReturn } from './changes.server.ts'
import { proposeCredit } from './credit.server.ts'
import { returnListRoutes } from './return-list.server.ts'
import {
  adminReturnsUrl,
  hasGoneForm,
  listDiscardedInput,
  type TypedReturnForms,
  toAdminReturnView,
} from './view.ts'

const params = z.object({ number: z.string().max(20) })
const pictureParams = params.extend({ nth: z.coerce.number().int().min(1).max(maxPictures) })

/** The staff's pages of returns: the list, a return and its steps (R-RETURN-6 to R-RETURN-9). */
export async function returnAdminPlugin(app: FastifyInstance, deps: ReturnFormDeps): Promise<void> {
  const { context } = deps
  const { db, config } = context
  const url = `${adminReturnsUrl}/:number` as const

  const load = async ({ number }: { number: string }): Promise<VersionedReturn> => {
    const id = parseReturnNumber(number)
    const version = id === null ? 0 : await getReturnVersion(db, id)
    const request = id === null ? null : await findReturn(db, id)
    if (!request) throw new Problem(404)
    return { ...request, version }
  }

  const render = async (
    { version, ...request }: VersionedReturn,
    typed: TypedReturnForms,
    { errors, notice }: Rejection,
  ): Promise<PageResult> => {
    const [order, returnable, history] = await Promise.all([
      findOrderById(db, request.orderId),
      listReturnableLines(db, request.orderId),
      listReturnHistory(db, request.id),
    ])
    const credit = request.state === 'inspected' ? await proposeCredit(context, request, order!) : null
    const { returns } = config
    const view = toAdminReturnView({ request, order: order!, returnable, history, returns, credit })
    const props = {
      ...{ view, version, requestKey: randomUUID(), typed, notice },
      discardedInput: listDiscardedInput(request.state, typed),
      // A message of a field that is gone would lead nowhere.
      errors: hasGoneForm(request.state, typed) && notice !== null ? {} : errors,
    }
    return toPageResult(adminReturnPage, props, { title: `Return ${view.number}`, errors: props.errors })
  }

  returnListRoutes(app, deps)
  addAdminPage(deps, url, { right: orderRights, params }, async ({ params }) =>
    render(await load(params), {}, { errors: {}, notice: null }),
  )
  addAdminFile(
    app,
    deps,
    `${url}/label.pdf`,
    { right: orderRights, params },
    async ({ params, request, reply, staff }) =>
      sendReturnLabel(context, { request, reply }, staff, await load(params)),
  )
  addAdminFile(
    app,
    deps,
    `${url}/pictures/:nth`,
    { right: orderRights, params: pictureParams },
    async ({ params, reply }) => sendReturnPicture(context, reply, (await load(params)).id, params.nth),
  )
  addReturnForms(app, deps, { load, render })
}
