import type { FastifyInstance } from 'fastify'
import type { BodyOf } from '../../../lib/calls/call.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { formatPounds, type Pence, parsePounds, pence, toPounds } from '../../../lib/money.ts'
import type { AdminDeps } from '../../back-office/service.ts'
import { createStaffAction, done, invalid, refuse } from '../../back-office/staff-action.server.ts'
import { getDocumentOrder, listPiecesOut, listPiecesToInvoice, planCredit } from '../../billing/service.ts'
import type { Order } from '../../orders/order.ts'
import { getOrderVersion } from '../../orders/service.ts'
import { isIn } from '../../orders/states.ts'
import type { PaymentsContext } from '../../payments/service.ts'
import { listWithdrawable, toDespatchedPieces } from '../../warehouse/despatch/rules.ts'
import { countPieces, listOpenLines } from '../../warehouse/service.ts'
import type { StaffOrders } from '../order-page.server.ts'
import {
  addTickAgain,
  formatActionRefusal,
  formatRefund,
  formatToRestock,
  type ParsedRefund,
  parseRefund,
  tickToGoAhead,
  toRefundFieldErrors,
} from '../rules.ts'
import { refundOrder, sendRefundAgain } from '../schemas.ts'
import { type OrderActionResult, refundBoughtOrder, repeatOrderRefund } from './refund-order.server.ts'

type RefundBody = BodyOf<typeof refundOrder>

interface RefundDeps extends AdminDeps {
  payments: PaymentsContext | null
}

export function refundRoutes(app: FastifyInstance, deps: RefundDeps, orders: StaffOrders): void {
  const { context, payments } = deps
  /**
   * All that is wrong with the form, with the fields that ask for more than is left. When only the confirmation is missing, it
   * says what the refund comes to and what will not be sent.
   */
  const addSum = async (
    { id, state, method }: Pick<Order, 'id' | 'state' | 'method'>,
    { items, errors }: ParsedRefund,
    { restock, free_of_charge }: { restock: boolean; free_of_charge: boolean },
  ): Promise<{ errors: FieldErrors; sum: Pence | null }> => {
    const isSent = free_of_charge || items.lines.length === 0 || !isIn('isDespatchable', state)
    const openLines = await listOpenLines(context.db, id)
    const creditedFirst = restock ? await listPiecesOut(context.db, id) : []
    const withdrawn = isSent ? [] : listWithdrawable(openLines, items.lines, creditedFirst)
    const documents = await getDocumentOrder(context.db, id)
    const toInvoice = listPiecesToInvoice(documents, toDespatchedPieces(openLines), withdrawn)
    const planned = planCredit(documents, items, toInvoice)
    if (!planned.ok) {
      const refused = toRefundFieldErrors(
        planned.reason,
        { method, lines: documents.lines },
        items.amount !== null,
      )
      return { errors: { ...refused, ...errors }, sum: null }
    }
    if (Object.keys(errors).join() !== 'refund-confirm') return { errors, sum: null }
    const { total } = planned
    const note = withdrawn.length === 0 ? '' : ` ${formatWithdrawn(countPieces(withdrawn))}`
    const confirm = `This comes to ${formatPounds(total)} inc VAT.${note} ${tickToGoAhead}`
    return { errors: { 'refund-confirm': confirm }, sum: total }
  }

  /** What is to be confirmed instead of the sum that the page displayed; null: nothing. An outdated page is refused later. */
  const findOtherSum = async (order: Order, parsed: ParsedRefund, body: RefundBody) => {
    const displayed = parsePounds(body.sum)
    if (displayed === null || (await getOrderVersion(context.db, order.id)) !== body.seen) return null
    const errors = { 'refund-confirm': tickToGoAhead }
    const current = await addSum(order, { ...parsed, errors }, body)
    return current.sum === null || current.sum === displayed ? null : current
  }

  const staffAction = createStaffAction(app, deps, orders.formPage)

  staffAction(refundOrder, {
    right: 'accounts',
    reply: { sum: null },
    typed: ({ body }, { sum }) => ({
      typed: { refund: body, ...(sum !== null && { refundSum: pence(Math.round(sum * 100)) }) },
    }),
    errors: ({ body }, reply) => addTickAgain('refund-confirm', body.confirm, reply.errors),
    run: async form => {
      const { target: order, body, staff, requestKey, now } = form
      const parsed = parseRefund(body, order.lines)
      const isWrong = Object.keys(parsed.errors).length > 0
      const toConfirm = isWrong ? await addSum(order, parsed, body) : await findOtherSum(order, parsed, body)
      if (toConfirm) {
        const { errors, sum } = toConfirm
        return { ...invalid(errors), reply: { sum: sum === null ? null : toPounds(sum) } }
      }
      const result = await refundBoughtOrder(context, payments, order.id, {
        ...{ staff, reason: body.reason, expectedVersion: body.seen, now },
        items: parsed.items,
        restock: body.restock,
        isFreeOfCharge: body.free_of_charge,
        requestKey: body.request === undefined ? null : requestKey,
      })
      if (result.ok) return done(formatActionDone(result))
      const { message } = await orders.refuse(form, formatActionRefusal(result.reason, order))
      return refuse(message, toRefundFieldErrors(result.reason, order, parsed.items.amount !== null))
    },
  })

  staffAction(sendRefundAgain, {
    right: 'accounts',
    run: async form => {
      const { target: order, params, body, staff, now } = form
      const request = { staff, expectedVersion: body.seen, now }
      const result = await repeatOrderRefund(context, payments, order.id, params.id, request)
      if (result.ok) return done(formatActionDone(result))
      return orders.refuse(form, formatActionRefusal(result.reason, order))
    },
  })
}

/** What was done with an order: `what`, its money and its goods. */
export function formatActionDone(
  { money, creditNote, deferred }: Extract<OrderActionResult, { ok: true }>,
  what = '',
): string {
  const issued = creditNote
    ? `Credit note ${creditNote.number} for ${formatPounds(creditNote.total)} was issued.`
    : deferred
      ? 'The order is held, so its invoice and the credit note follow once it is released.'
      : ''
  return [
    what,
    formatRefund(money),
    issued,
    formatRestocked(creditNote?.restocked),
    formatWithdrawn(creditNote?.withdrawn ?? deferred?.withdrawn),
    formatToRestock(creditNote?.toRestock ?? deferred?.toRestock ?? []),
  ]
    .filter(text => text !== '')
    .join(' ')
}

/** Undefined: nothing was to be put back. */
function formatRestocked(pieces: number | undefined): string {
  if (pieces === undefined) return ''
  if (pieces === 0) return 'Nothing was put on hand: none of it is still with the customer.'
  return pieces === 1
    ? '1 piece was put on hand.'
    : `${pieces.toLocaleString('en-GB')} pieces were put on hand.`
}

function formatWithdrawn(pieces = 0): string {
  if (pieces === 0) return ''
  return pieces === 1 ? '1 piece won’t be sent.' : `${pieces.toLocaleString('en-GB')} pieces won’t be sent.`
}
