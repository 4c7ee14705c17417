import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { formatPounds, type Pence, parsePounds, toPounds, zero } from '../../../lib/money.ts'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import { type AdminDeps, addAdminPage } from '../../back-office/service.ts'
import { createStaffAction, done, invalid, refuse } from '../../back-office/staff-action.server.ts'
import { linePageQuery } from '../../basket/lines/line-pages.ts'
import { omitSums, toHistoryChange } from '../../corrections/changes.ts'
import { correctionRefusals, type PlannedCorrection } from '../../corrections/correction.ts'
import type { DeliveryRules } from '../../corrections/delivery.ts'
import { canCorrect } from '../../corrections/plan.ts'
import { correctOrder as correct, type PaymentChange } from '../../corrections/service.ts'
import { formatChange } from '../../orders/history.ts'
import { type Order, type OrderTotals, pickTotals } from '../../orders/order.ts'
import { findOrderById } from '../../orders/service.ts'
import type { PaymentsContext } from '../../payments/service.ts'
import type { OrderChange } from '../admin-order.ts'
import type { StaffOrders } from '../order-page.server.ts'
import { listChangesSince } from '../queries.ts'
import { formatRefund, formatToRestock } from '../refunds/refund-outcome.ts'
import { correctOrder } from '../schemas.ts'
import { toOrderNews } from '../view.ts'
import { emptyForm, renderCorrection } from './correction-page.server.ts'

const params = z.object({ reference: z.string().max(20) })

export interface CorrectionDeps extends AdminDeps {
  payments: PaymentsContext | null
  /** What is delivered where. */
  delivery: Omit<DeliveryRules, 'now'>
}

/** The form that corrects an order, and the call that does it. */
export function correctionRoutes(app: FastifyInstance, deps: CorrectionDeps, orders: StaffOrders): void {
  const { context, pages, payments, delivery } = deps
  const { db } = context
  const getRules = () => ({ ...delivery, now: context.now() })

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

  const staffAction = createStaffAction(app, deps, {
    load: orders.formPage.load,
    toUrl: ({ params: { reference } }) => adminOrderUrl(reference),
  })

  staffAction(correctOrder, {
    right: 'sales',
    reply: { sums: null, news: null },
    run: async form => {
      const { target: order, body, staff, requestKey } = form
      const { seen, request: _key, confirm, displayed: _displayed, original: _original, ...typed } = body
      const result = await correct(db, payments, order.id, {
        ...{ staff, seen, requestKey, typed },
        confirmedTotal: parsePounds(confirm),
        rules: getRules(),
      })
      if (result.done) {
        const { contact } = (await findOrderById(db, order.id))!
        const corrected = `Order ${order.reference} has been corrected, and ${contact.email} will get an email.`
        const { money, due, toRestock } = result
        const parts = [corrected, formatRefund(money), formatDue(due), formatToRestock(toRestock)]
        return done(parts.filter(Boolean).join(' '))
      }
      if ('toConfirm' in result) return toConfirmation(order, result.toConfirm, result.change)
      if ('errors' in result) return invalid(result.errors)
      if (result.why === 'changed') return toOutdated(await listChangesSince(db, order.id, seen))
      const message = correctionRefusals[result.why]
      return result.why === 'nothing_changed' ? refuse(message) : orders.refuse(form, message)
    },
    answer: async (form, { success, message, errors, sums, news }) => {
      const { reference } = form.params
      const flash = { kind: 'success', text: message } as const
      if (success) return pages.redirect(form.reply, { to: adminOrderUrl(reference), flash })
      // The typed values stay on the page, even when nothing of the order can be corrected any more.
      const { id } = await orders.get(reference)
      const isFirstLook = sums !== null && !form.body.displayed
      const page = await renderCorrection(context, getRules(), id, {
        ...{ typed: form.body, original: form.body.original, news, sums },
        errors: isFirstLook ? {} : errors,
        notice: news === null ? message || null : null,
        status: isFirstLook ? 200 : message === '' ? 422 : 409,
      })
      return pages.send(form.request, form.reply, page)
    },
  })
}

const formatDue = (due: Pence): string =>
  due > 0 ? `It has a link to pay ${formatPounds(due)} by card, and the order is held until then.` : ''

/** For who comes second. */
function toOutdated(changes: readonly OrderChange[]) {
  const news = toOrderNews(changes)
  const sentences = [news.heading, ...news.changes.map(text => `${text}.`), correctionRefusals.changed]
  return { ...refuse(sentences.join(' ')), reply: { sums: null, news } }
}

/** What it would cost, and the box that confirms it. */
const toConfirmation = (
  order: Order,
  { totals, changes }: PlannedCorrection,
  { back, due }: PaymentChange,
) => ({
  ...invalid({ confirm: `Tick the box to confirm the new total of ${formatPounds(totals.total)}.` }),
  reply: {
    sums: {
      before: toSums(pickTotals(order)),
      after: toSums(totals),
      refund: toPounds(back),
      to_pay: toPounds(due),
      changes: omitSums(changes).map(change => formatChange(toHistoryChange(change))),
    },
    news: null,
  },
})

const toSums = ({ subtotal, discount, deliveryCost, vat, total }: OrderTotals) => ({
  subtotal: toPounds(subtotal),
  discount: toPounds(discount),
  delivery: toPounds(deliveryCost ?? zero),
  vat: toPounds(vat),
  total: toPounds(total),
})
