import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { handle } from '../../../infra/http/handle.ts'
import { toRequestKey } from '../../../infra/http/request-key.ts'
import type { ReplyOf } from '../../../lib/calls/call.ts'
import { formatPounds, type Pence, parsePounds, toPounds, zero } from '../../../lib/money.ts'
import { type AdminDeps, addAdminPage, requireStaff } from '../../back-office/service.ts'
import type { PaymentsContext } from '../../payments/service.ts'
import { omitSums } from '../corrections/changes.ts'
import { correctionRefusals, formatChange, type PlannedCorrection } from '../corrections/correction.ts'
import type { DeliveryRules } from '../corrections/delivery.ts'
import { canCorrect } from '../corrections/plan.ts'
import { linePageQuery } from '../line-pages.ts'
import { type Order, type OrderTotals, pickTotals } from '../order.ts'
import { findOrderById } from '../service.ts'
import type { OrderChange } from './admin-order.ts'
import { correctOrder as correct, type PaymentChange } from './correct-order.server.ts'
import { emptyForm, renderCorrection } from './correction-page.server.ts'
import type { StaffOrders } from './order-page.server.ts'
import { listChangesSince } from './queries.ts'
import { formatPutBack, formatRefund } from './refund-outcome.ts'
import { correctOrder } from './schemas.ts'
import { adminOrderUrl, toOrderNews } from './view.ts'

const params = z.object({ reference: z.string().max(20) })

type CorrectionReply = ReplyOf<typeof correctOrder>

export interface CorrectionDeps extends AdminDeps {
  payments: PaymentsContext | null
  /** What is delivered where. */
  delivery: Omit<DeliveryRules, 'now'>
}

/** The form that corrects an order, and the call that does it. */
export function correctionRoutes(app: FastifyInstance, deps: CorrectionDeps, orders: StaffOrders): void {
  const { context, visitors, pages, payments, delivery } = deps
  const { db } = context
  const getRules = () => ({ ...delivery, now: context.now() })
  const authorize = (request: FastifyRequest) => requireStaff(visitors, request, 'sales')

  addAdminPage(
    deps,
    '/admin/orders/:reference/correct',
    { right: 'sales', params, query: linePageQuery },
    async ({ params: { reference }, query: { page } }) => {
      const order = await orders.get(reference)
      if (!canCorrect(order)) return { to: adminOrderUrl(reference) }
      return renderCorrection(context, getRules(), order.id, { ...emptyForm, page })
    },
  )

  handle(
    app,
    correctOrder,
    async ({ params: { reference }, body, request }): Promise<CorrectionReply> => {
      const staff = await authorize(request)
      const order = await orders.get(reference)
      const { seen, request: _key, confirm, displayed: _displayed, original: _original, ...typed } = body
      const result = await correct(db, payments, order.id, {
        ...{ staff, seen, requestKey: toRequestKey(request), typed },
        confirmedTotal: parsePounds(confirm),
        rules: getRules(),
      })
      if (result.done) {
        const { contact } = (await findOrderById(db, order.id))!
        const done = `Order ${reference} has been corrected, and ${contact.email} will get an email.`
        return {
          ...accepted,
          message: [done, formatRefund(result.money), formatDue(result.due), formatPutBack(result.putBack)]
            .filter(Boolean)
            .join(' '),
        }
      }
      if ('toConfirm' in result) return toConfirmReply(order, result.toConfirm, result.change)
      if ('errors' in result) return { ...rejected, errors: result.errors }
      if (result.why === 'changed') return toOutdatedReply(await listChangesSince(db, order.id, seen))
      const changes = result.why === 'nothing_changed' ? '' : await orders.describeChanges(order.id, seen)
      return { ...rejected, message: `${correctionRefusals[result.why]}${changes}` }
    },
    {
      authorize,
      form: async (form, { success, message, errors, sums, news }) => {
        const { reference } = form.params
        const flash = { kind: 'success', text: message } as const
        if (success) return pages.redirect(form.reply, { to: adminOrderUrl(reference), flash })
        // The typed values stay on the page, even when nothing of the order can be corrected any more.
        const { id } = await orders.get(reference)
        const { original } = form.body
        const isFirstLook = sums !== null && !form.body.displayed
        const status = isFirstLook ? 200 : message === '' ? 422 : 409
        const fieldErrors = isFirstLook ? {} : errors
        const typed = {
          typed: form.body,
          original,
          errors: fieldErrors,
          notice: news === null ? message || null : null,
          news,
          sums,
          status,
        }
        return pages.send(form.request, form.reply, await renderCorrection(context, getRules(), id, typed))
      },
    },
  )
}

const formatDue = (due: Pence): string =>
  due > 0 ? `It has a link to pay ${formatPounds(due)} by card, and the order is held until then.` : ''

const accepted = { success: true, errors: {}, sums: null, news: null }
const rejected = { success: false, message: '', errors: {}, sums: null, news: null }

/** For who comes second. */
function toOutdatedReply(changes: readonly OrderChange[]): CorrectionReply {
  const news = toOrderNews(changes)
  const message = [news.heading, ...news.changes.map(text => `${text}.`), correctionRefusals.changed].join(
    ' ',
  )
  return { ...rejected, message, news }
}

/** What it would cost, and the box that confirms it. */
const toConfirmReply = (
  order: Order,
  { totals, changes }: PlannedCorrection,
  { back, due }: PaymentChange,
): CorrectionReply => ({
  ...rejected,
  errors: { confirm: `Tick the box to confirm the new total of ${formatPounds(totals.total)}.` },
  sums: {
    before: toSums(pickTotals(order)),
    after: toSums(totals),
    refund: toPounds(back),
    to_pay: toPounds(due),
    changes: omitSums(changes).map(formatChange),
  },
})

const toSums = ({ subtotal, discount, deliveryCost, vat, total }: OrderTotals) => ({
  subtotal: toPounds(subtotal),
  discount: toPounds(discount),
  delivery: toPounds(deliveryCost ?? zero),
  vat: toPounds(vat),
  total: toPounds(total),
})
