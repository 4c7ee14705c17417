import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../../infra/app-context.ts'
import { handle } from '../../../infra/http/handle.ts'
import { toRequestKey } from '../../../infra/http/request-key.ts'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import type { RequiredRight } from '../../accounts/staff/staff-right.ts'
import type { Person } from '../../accounts/visitor.ts'
import { orderRights } from '../../back-office/navigation.ts'
import type { StaffReply } from '../../back-office/schemas.ts'
import {
  type AdminDeps,
  addAdminFile,
  addAdminPage,
  answerStaffForm,
  requireStaff,
} from '../../back-office/service.ts'
import { findOrderById } from '../../orders/service.ts'
import type { PaymentsContext } from '../../payments/service.ts'
import { sendReturnLabel, sendReturnPicture } from '../files.server.ts'
import { findReturn, getReturnVersion, listReturnableLines, listReturnHistory } from '../queries.ts'
import { formatReturnNumber, maxPictures, parseReturnNumber, type ReturnRequest } from '../returns.ts'
import { getProposedCharge } from '../rules.ts'
import { adminReturnPage } from './AdminReturnPage.tsx'
import * as changes from './changes.server.ts'
import * as credits from './credit.server.ts'
import { formatChanged } from './messages.ts'
import { returnListRoutes } from './return-list.server.ts'
import { validateReply } from './rules.ts'
import {
  authoriseReturn,
  closeReturn,
  creditReturn,
  inspectReturn,
  receiveReturn,
  refuseReturn,
} from './schemas.ts'
import {
  adminReturnsUrl,
  hasGoneForm,
  listUnsent,
  type ReturnFormState,
  type TypedReturnForms,
  toAdminReturnUrl,
  toAdminReturnView,
} from './view.ts'

const params = z.object({ number: z.string().max(20) })
const pictureParams = params.extend({ nth: z.coerce.number().int().min(1).max(maxPictures) })

/** Throws a 404. */
async function getReturn(db: Db, number: string): Promise<ReturnRequest> {
  const id = parseReturnNumber(number)
  const current = id === null ? null : await findReturn(db, id)
  if (!current) throw new Problem(404)
  return current
}

interface StepForm {
  params: { number: string }
  body: { seen: number; request: string }
  request: FastifyRequest
}

interface ReturnAdminDeps extends AdminDeps {
  payments: PaymentsContext | null
}

/** The staff's pages of returns: the list, a return and its steps (R-RETURN-6 to R-RETURN-9). */
export async function returnAdminPlugin(app: FastifyInstance, deps: ReturnAdminDeps): Promise<void> {
  const { context, visitors, pages, payments } = deps
  const { db, config } = context

  returnListRoutes(app, deps)

  addAdminPage(deps, `${adminReturnsUrl}/:number`, { right: orderRights, params }, ({ params: { number } }) =>
    render(number, {}),
  )
  addAdminFile(
    app,
    deps,
    `${adminReturnsUrl}/:number/label.pdf`,
    { right: orderRights, params },
    async ({ params: { number }, request, reply, staff }) =>
      sendReturnLabel(context, { request, reply }, staff, await getReturn(db, number)),
  )
  addAdminFile(
    app,
    deps,
    `${adminReturnsUrl}/:number/pictures/:nth`,
    { right: orderRights, params: pictureParams },
    async ({ params: { number, nth }, reply }) =>
      sendReturnPicture(context, reply, (await getReturn(db, number)).id, nth),
  )

  const authorize = (right: RequiredRight) => (request: FastifyRequest) =>
    requireStaff(visitors, request, right)

  handle(
    app,
    authoriseReturn,
    async (form): Promise<StaffReply> => {
      const { lines, charge, note } = form.body
      const isNoteRequired = config.returns.address.length === 0
      const errors = validateReply('note', note, isNoteRequired)
      if (Object.keys(errors).length > 0) return toErrors(errors)
      return runStep(form, 'sales', async (request, change) => {
        const { companyId } = (await findOrderById(db, request.orderId))!
        const proposed = getProposedCharge(request.reason, companyId, config.returns.chargePercent)
        const decision = { lines, chargePercent: charge ? proposed : 0, note }
        return changes.authoriseReturn(context, request, change, decision)
      })
    },
    {
      authorize: authorize('sales'),
      form: (form, reply) => answer(form, reply, { authorise: form.body }),
    },
  )

  handle(
    app,
    refuseReturn,
    async (form): Promise<StaffReply> => {
      const { reason } = form.body
      const errors = validateReply('refuse-reason', reason, true)
      if (Object.keys(errors).length > 0) return toErrors(errors)
      return runStep(form, 'sales', (request, change) =>
        changes.endReturn(context, request, change, 'refused', reason),
      )
    },
    { authorize: authorize('sales'), form: (form, reply) => answer(form, reply, { refuse: form.body }) },
  )

  handle(
    app,
    receiveReturn,
    form =>
      runStep(form, 'warehouse', (request, change) =>
        changes.receiveReturn(context, request, change, form.body.lines),
      ),
    {
      authorize: authorize('warehouse'),
      form: (form, reply) => answer(form, reply, { receive: form.body }),
    },
  )

  handle(
    app,
    inspectReturn,
    form =>
      runStep(form, 'warehouse', (request, change) =>
        changes.inspectReturn(context, request, change, form.body.lines),
      ),
    {
      authorize: authorize('warehouse'),
      form: (form, reply) => answer(form, reply, { inspect: form.body }),
    },
  )

  handle(
    app,
    closeReturn,
    async (form): Promise<StaffReply> => {
      const { reason } = form.body
      const errors = validateReply('close-reason', reason, true)
      if (Object.keys(errors).length > 0) return toErrors(errors)
      return runStep(form, 'sales', (request, change) =>
        changes.endReturn(context, request, change, 'closed', reason),
      )
    },
    { authorize: authorize('sales'), form: (form, reply) => answer(form, reply, { close: form.body }) },
  )

  handle(
    app,
    creditReturn,
    async (form): Promise<StaffReply> => {
      const { body, params } = form
      const current = await getReturn(db, params.number)
      if (!body.confirm && current.state === 'inspected')
        return toErrors(await credits.checkCredit(context, current, body))
      let message: string | undefined
      const reply = await runStep(form, 'accounts', async (request, change) => {
        const result = await credits.creditReturn(context, payments, request, change, body)
        message = result.message
        return result
      })
      return message === undefined ? reply : { ...reply, message }
    },
    { authorize: authorize('accounts'), form: (form, reply) => answer(form, reply, { credit: form.body }) },
  )

  const runStep = async (
    { params: { number }, body: { seen }, request }: StepForm,
    right: RequiredRight,
    step: (request: ReturnRequest, change: changes.ReturnChange) => Promise<changes.ReturnChangeResult>,
  ): Promise<StaffReply> => {
    const staff: Person = await requireStaff(visitors, request, right)
    const current = await getReturn(db, number)
    const change = { seen, requestKey: toRequestKey(request), staffId: staff.id, now: context.now() }
    const result = await step(current, change)
    if (result.done) return { success: true, message: await describeResult(current.id), errors: {} }
    if (result.why === 'invalid') return toErrors(result.errors)
    return { success: false, message: await describeChanges(current.id, seen), errors: {} }
  }

  const describeChanges = async (id: number, seen: number): Promise<string> =>
    formatChanged((await listReturnHistory(db, id, seen)).slice(-3))

  const describeResult = async (id: number): Promise<string> => {
    const { state, email } = (await findReturn(db, id))!
    return `${formatReturnNumber(id)} ${doneMessages[state]}${hasEmail[state] ? `, and ${email} will get an email` : ''}.`
  }

  // Read first: a change while the rest is read then makes the page outdated.
  const getVersion = async (number: string) => {
    const { id } = await getReturn(db, number)
    return { id, version: await getReturnVersion(db, id) }
  }

  const render = async (number: string, form: Partial<ReturnFormState>): Promise<PageResult> => {
    const version = form.version ?? (await getVersion(number)).version
    const request = await getReturn(db, number)
    const [order, returnable, history] = await Promise.all([
      findOrderById(db, request.orderId),
      listReturnableLines(db, request.orderId),
      listReturnHistory(db, request.id),
    ])
    const { typed = {}, notice = null } = form
    const credit =
      request.state === 'inspected' ? await credits.proposeCredit(context, request, order!) : null
    const { returns } = config
    const view = toAdminReturnView({ request, order: order!, returnable, history, returns, credit })
    const unsent = listUnsent(request.state, typed)
    // A message of a field that is gone would lead nowhere.
    const errors = hasGoneForm(request.state, typed) && notice !== null ? {} : (form.errors ?? {})
    const props = { view, version, requestKey: randomUUID(), typed, errors, notice, unsent }
    const prefix = Object.keys(errors).length > 0 ? 'Error: ' : ''
    return toPageResult(adminReturnPage, props, { title: `${prefix}Return ${view.number}` })
  }

  /** A rejected form is displayed again as it was typed, with the return as it is now. */
  const answer = async (
    form: StepForm & { reply: FastifyReply },
    result: StaffReply,
    typed: TypedReturnForms,
  ): Promise<FastifyReply> => {
    const { number } = form.params
    const { seen } = form.body
    const { id, version } = await getVersion(number)
    return answerStaffForm(pages, form, result, {
      to: toAdminReturnUrl(id),
      getCurrent: async () => ({ version, news: version === seen ? '' : await describeChanges(id, seen) }),
      render: rejection => render(number, { typed, version, ...rejection }),
    })
  }
}

const toErrors = (errors: FieldErrors): StaffReply => ({ success: false, message: '', errors })

const doneMessages: Record<ReturnRequest['state'], string> = {
  requested: 'has been requested',
  authorised: 'has been authorised',
  refused: 'has been refused',
  cancelled: 'has been cancelled',
  received: 'has been received',
  inspected: 'has been inspected',
  credited: 'has been credited',
  closed: 'has been closed',
}

/** The customer gets an e-mail about it. */
const hasEmail: Partial<Record<ReturnRequest['state'], true>> = {
  authorised: true,
  refused: true,
  received: true,
  credited: true,
  closed: true,
}
