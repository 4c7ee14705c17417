import type { FastifyInstance } from 'fastify'
import { handle } from '../../../infra/http/handle.ts'
import { toRequestKey } from '../../../infra/http/request-key.ts'
import type { BodyOf, ReplyOf } from '../../../lib/calls/call.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { formatPounds, type Pence, parsePounds, pence, toPounds } from '../../../lib/money.ts'
import type { StaffReply } from '../../back-office/schemas.ts'
import { type AdminDeps, requireStaff } from '../../back-office/service.ts'
import type { PaymentsContext } from '../../payments/service.ts'
import { listOpenLines } from '../despatch/queries.ts'
import { listWithdrawable, toDespatchedPieces } from '../despatch/rules.ts'
import { countPieces } from '../despatch/withdrawal.server.ts'
import { listPiecesToInvoice, planCredit } from '../documents/issue-credit-note.server.ts'
import { getDocumentOrder, listPiecesOut } from '../documents/queries.ts'
import type { Order } from '../order.ts'
import { getOrderVersion } from '../order-version.server.ts'
import { isIn } from '../states.ts'
import type { OrderActionResult } from './order-action.server.ts'
import type { StaffOrders } from './order-page.server.ts'
import { refundBoughtOrder, repeatOrderRefund } from './refund-order.server.ts'
import { formatPutBack, formatRefund } from './refund-outcome.ts'
import {
  addTickAgain,
  formatActionRefusal,
  type ParsedRefund,
  parseRefund,
  tickToGoAhead,
  toRefundFieldErrors,
} from './rules.ts'
import { refundOrder, sendRefundAgain } from './schemas.ts'

type RefundReply = ReplyOf<typeof refundOrder>
type RefundBody = BodyOf<typeof refundOrder>

interface RefundDeps extends AdminDeps {
  payments: PaymentsContext | null
}

/** Crediting and refunding what was bought. */
export function refundRoutes(
  app: FastifyInstance,
  { context, visitors, payments }: RefundDeps,
  orders: StaffOrders,
): void {
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
    if ('refusal' in planned) {
      const refused = toRefundFieldErrors(
        planned.refusal,
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

  handle(
    app,
    refundOrder,
    async ({ params: { reference }, body, request }): Promise<RefundReply> => {
      const staff = await requireStaff(visitors, request, 'accounts')
      const order = await orders.get(reference)
      const parsed = parseRefund(body, order.lines)
      const isWrong = Object.keys(parsed.errors).length > 0
      const toConfirm = isWrong ? await addSum(order, parsed, body) : await findOtherSum(order, parsed, body)
      if (toConfirm) return toUnconfirmedReply(toConfirm)
      const { reason, seen, restock } = body
      const result = await refundBoughtOrder(context, payments, order.id, {
        staff,
        reason,
        seen,
        items: parsed.items,
        restock,
        isFreeOfCharge: body.free_of_charge,
        requestKey: body.request === undefined ? null : toRequestKey(request),
        now: context.now(),
      })
      const answer = await toActionReply(result, order, '', () => orders.describeChanges(order.id, seen))
      const hasAmount = parsed.items.amount !== null
      const errors = result.done ? {} : toRefundFieldErrors(result.why, order, hasAmount)
      return { ...answer, errors, sum: null }
    },
    {
      authorize: request => requireStaff(visitors, request, 'accounts'),
      form: (form, reply) => {
        const { body } = form
        const errors = addTickAgain('refund-confirm', body.confirm, reply.errors)
        const sum = reply.sum === null ? {} : { refundSum: pence(Math.round(reply.sum * 100)) }
        return orders.answer(form, { ...reply, errors }, { seen: body.seen, typed: { refund: body, ...sum } })
      },
    },
  )

  handle(
    app,
    sendRefundAgain,
    async ({ params: { reference, id }, body: { seen }, request }): Promise<StaffReply> => {
      const staff = await requireStaff(visitors, request, 'accounts')
      const order = await orders.get(reference)
      const result = await repeatOrderRefund(context, payments, order.id, id, {
        staff,
        seen,
        now: context.now(),
      })
      return toActionReply(result, order, '', () => orders.describeChanges(order.id, seen))
    },
    {
      authorize: request => requireStaff(visitors, request, 'accounts'),
      form: (form, reply) => orders.answer(form, reply, { seen: form.body.seen }),
    },
  )
}

const toUnconfirmedReply = ({ errors, sum }: { errors: FieldErrors; sum: Pence | null }): RefundReply => ({
  success: false,
  message: '',
  errors,
  sum: sum === null ? null : toPounds(sum),
})

/** Who comes second reads what the other has done. */
export async function toActionReply(
  result: OrderActionResult,
  order: Pick<Order, 'method'>,
  done: string,
  describeChanges: () => Promise<string>,
): Promise<StaffReply> {
  if (!result.done) {
    const message = `${formatActionRefusal(result.why, order)}${await describeChanges()}`
    return { success: false, message, errors: {} }
  }
  const { money, creditNote, deferred } = result
  const issued = creditNote
    ? `Credit note ${creditNote.number} for ${formatPounds(creditNote.total)} was issued.`
    : deferred
      ? 'The order is held, so its invoice and the credit note follow once it is released.'
      : ''
  const message = [
    done,
    formatRefund(money),
    issued,
    formatRestocked(creditNote?.restocked),
    formatWithdrawn(creditNote?.withdrawn ?? deferred?.withdrawn),
    formatPutBack(creditNote?.putBack ?? deferred?.putBack ?? []),
  ]
    .filter(text => text !== '')
    .join(' ')
  return { success: true, message, errors: {} }
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
