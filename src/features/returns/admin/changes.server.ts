import type { FastifyInstance } from 'fastify'
import type { Tx } from '../../../infra/app-context.ts'
import { toActor } from '../../accounts/actor.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import type { AdminDeps } from '../../back-office/service.ts'
import {
  createStaffAction,
  done,
  invalid,
  type StaffFormPage,
} from '../../back-office/staff-action.server.ts'
import { isWithoutPayment } from '../../orders/order.ts'
import { lockOrder, type Order } from '../../orders/service.ts'
import type { PaymentsContext } from '../../payments/service.ts'
import { insertMovement } from '../../stock/service.ts'
import {
  findReturn,
  getReturnVersion,
  hasInvoice,
  listReturnableLines,
  listReturnHistory,
  moveReturn,
} from '../queries.ts'
import { returnEmails } from '../ReturnEmails.tsx'
import {
  canMoveReturn,
  formatReturnNumber,
  parseReturnNumber,
  type ReturnRequest,
  type ReturnState,
} from '../returns.ts'
import { getProposedCharge } from '../rules.ts'
import { checkCredit, completeCredit, findCredit, writeCredit } from './credit.server.ts'
import { formatChanged, formatMoved, nothingPaidMessage } from './messages.ts'
import { isMovedByRequest, updateInspected, updatePieces, updateReply } from './queries.ts'
import {
  decideAuthorised,
  decideInspected,
  decideReceived,
  type ReturnedStock,
  toReturnedStock,
  validateReply,
} from './rules.ts'
import {
  authoriseReturn,
  closeReturn,
  creditReturn,
  inspectReturn,
  receiveReturn,
  refuseReturn,
} from './schemas.ts'
import { type TypedReturnForms, toAdminReturnUrl } from './view.ts'

/** `version`: the last row of its history. */
export type VersionedReturn = ReturnRequest & { version: number }
type LockedReturn = VersionedReturn & { order: Order }

export interface ReturnFormDeps extends AdminDeps {
  payments: PaymentsContext | null
}

/** The forms of a return: each is one transaction under the lock of its order. */
export function addReturnForms(
  app: FastifyInstance,
  deps: ReturnFormDeps,
  page: Required<
    Pick<StaffFormPage<{ number: string }, VersionedReturn, TypedReturnForms>, 'load' | 'render'>
  >,
): void {
  const { context, payments } = deps
  const { db, config } = context

  const staffAction = createStaffAction(app, deps, {
    ...page,
    lock: async (tx, { id, orderId }): Promise<LockedReturn> => {
      const order = (await lockOrder(tx, orderId))!
      return { ...(await findReturn(tx, id))!, order, version: await getReturnVersion(tx, id) }
    },
    findEarlier: async (tx, { requestKey }, current) =>
      (await isMovedByRequest(tx, requestKey)) ? done(formatMoved(current)) : null,
    describeChanges: async ({ id }, expectedVersion) =>
      formatChanged((await listReturnHistory(db, id, Number(expectedVersion))).slice(-3)),
    toUrl: ({ params }) => toAdminReturnUrl(parseReturnNumber(params.number)!),
  })

  staffAction(authoriseReturn, {
    right: 'sales',
    typed: ({ body }) => ({ authorise: body }),
    validate: ({ body }) => ({
      errors: validateReply('note', body.note, config.returns.address.length === 0),
    }),
    isPossible: canMoveTo('authorised'),
    change: async (tx, form, current) => {
      const { charge, note, lines } = form.body
      const decided = decideAuthorised(current.lines, lines)
      if ('errors' in decided) return invalid(decided.errors)
      const proposed = getProposedCharge(
        current.reason,
        current.order.companyId,
        config.returns.chargePercent,
      )
      await updatePieces(tx, current.id, 'authorised', decided.pieces)
      await updateReply(tx, current.id, note, charge ? proposed : 0)
      return move(tx, form, current, { to: 'authorised', note, email: 'authorised' })
    },
  })

  // Ends a return with a reason that the customer reads: it is refused, never came, or is not credited.
  for (const [call, form, to] of endings)
    staffAction(call, {
      right: 'sales',
      typed: ({ body }) => ({ [form]: body }),
      validate: ({ body: { reason } }) => ({ errors: validateReply(`${form}-reason`, reason, true) }),
      isPossible: canMoveTo(to),
      change: async (tx, sent, current) => {
        await updateReply(tx, current.id, sent.body.reason)
        return move(tx, sent, current, { to, note: sent.body.reason, email: to })
      },
    })

  staffAction(receiveReturn, {
    right: 'warehouse',
    typed: ({ body }) => ({ receive: body }),
    isPossible: canMoveTo('received'),
    change: async (tx, form, current) => {
      const returnable = await listReturnableLines(tx, current.orderId)
      const decided = decideReceived(current.lines, returnable, form.body.lines)
      if ('errors' in decided) return invalid(decided.errors)
      await updatePieces(tx, current.id, 'received', decided.pieces)
      return move(tx, form, current, { to: 'received', email: 'received' })
    },
  })

  // Everything received is booked into stock as returned, and what cannot be sold is booked out as damaged. A return of an
  // order for which nothing was invoiced is then closed (R-INVOICE-10).
  staffAction(inspectReturn, {
    right: 'warehouse',
    typed: ({ body }) => ({ inspect: body }),
    isPossible: canMoveTo('inspected'),
    change: async (tx, form, current) => {
      const decided = decideInspected(current.lines, form.body.lines)
      if ('errors' in decided) return invalid(decided.errors)
      await updateInspected(tx, current.id, decided.inspected)
      for (const stock of toReturnedStock(current.lines, decided.inspected))
        await bookStock(tx, current.id, stock, form)
      const result = await move(tx, form, current, { to: 'inspected' })
      if (!(await isNothingPaid(tx, current.order))) return result
      await updateReply(tx, current.id, nothingPaidMessage)
      const inspected = { ...current, state: 'inspected' } as const
      const closing = { to: 'closed', note: nothingPaidMessage, email: 'closed' } as const
      return move(tx, { ...form, requestKey: null }, inspected, closing)
    },
  })

  // One transaction writes the credit note, its e-mail and the refund, which is sent afterwards.
  staffAction(creditReturn, {
    right: 'accounts',
    typed: ({ body }) => ({ credit: body }),
    validate: async ({ body, target }) => ({
      errors: !body.confirm && target.state === 'inspected' ? await checkCredit(context, target, body) : {},
    }),
    findEarlier: async (tx, { requestKey }, current) => {
      if (!(await isMovedByRequest(tx, requestKey))) return null
      const credit = findCredit(current)
      return done(credit ? () => completeCredit(db, payments, credit) : formatMoved(current))
    },
    isPossible: canMoveTo('credited'),
    change: async (tx, form, current) => {
      const written = await writeCredit(tx, context, payments, current, form)
      if ('errors' in written) return invalid(written.errors)
      await move(tx, form, current, { to: 'credited' })
      return done(() => completeCredit(db, payments, written))
    },
  })

  /** The last step of each form: the row of history, the audit entry, and the e-mail to the customer. */
  const move = async (
    tx: Tx,
    { staff, now, requestKey }: { staff: { id: number }; now: Date; requestKey: string | null },
    { id, state: from, order }: LockedReturn,
    { to, note = '', email }: { to: ReturnState; note?: string; email?: keyof typeof returnEmails },
  ) => {
    const actor = toActor(staff.id)
    await moveReturn(tx, id, { from, to, actor, note, requestKey, now })
    const states = `order ${order.reference}, ${from} → ${to}`
    const detail = [states, note].filter(part => part !== '').join(': ')
    const subject = `return ${formatReturnNumber(id)}`
    await addAuditEntry(tx, { actor, action: `return ${to}`, subject, detail, now })
    const moved = (await findReturn(tx, id))!
    if (email) await returnEmails[email].enqueue(tx, order, moved, config.returns.address)
    return done(formatMoved(moved))
  }
}

const endings = [
  [refuseReturn, 'refuse', 'refused'],
  [closeReturn, 'close', 'closed'],
] as const

const canMoveTo =
  (to: ReturnState) =>
  ({ state }: ReturnRequest): boolean =>
    canMoveReturn(state, to)

// R-INVOICE-10: nothing is paid for such an order, so there is nothing to credit once its goods are inspected.
const isNothingPaid = async (tx: Tx, order: Order): Promise<boolean> =>
  order.total === 0 || (isWithoutPayment(order) && !(await hasInvoice(tx, order.id)))

async function bookStock(
  tx: Tx,
  id: number,
  { productId, received, scrapped }: ReturnedStock,
  { staff, now }: { staff: { id: number }; now: Date },
): Promise<void> {
  const number = formatReturnNumber(id)
  const movement = { productId, note: number, staffId: staff.id, now }
  await insertMovement(tx, { ...movement, change: received, reason: 'return', requestKey: `${number} in` })
  if (scrapped === 0) return
  await insertMovement(tx, { ...movement, change: -scrapped, reason: 'damage', requestKey: `${number} out` })
}
