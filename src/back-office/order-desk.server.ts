import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Order, orderById } from '../orders/server.ts'
import { getOrderPayments, type Payments } from '../payments/server.ts'
import { handle } from '../platform/handle.ts'
import { type Shown, show } from '../platform/render.ts'
import { showPounds } from '../shared/money.ts'
import { Problem } from '../shared/problem.ts'
import { cancelOrder, refundOrder } from './contract.ts'
import { orderPage } from './OrderPage.tsx'
import { ordersPage } from './OrdersPage.tsx'
import { type ActionVerdict, cancelPlaced, type MoneyTold, refundPaid } from './order-actions.server.ts'
import {
  countOrders,
  countRefundTroubles,
  findOrders,
  orderFacts,
  orderIdOf,
  orderVersion,
} from './order-data.server.ts'
import { deskWords, type Faults, faultsOfCancel, readRefund } from './order-desk.ts'
import { countIn, groupOf, orderGroups } from './order-groups.ts'
import type { OrderScreen } from './order-screen.ts'
import { orderDeskUrl, rowOf, viewOf } from './order-view.ts'
import { type Desk, requireStaff, staffPage } from './staff.server.ts'

const pageSize = 50
const params = z.object({ reference: z.string().max(20) })
const listQuery = z.object({
  state: z.enum(orderGroups).catch('placed'),
  query: z.string().max(100).catch(''),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})

type Told = { success: boolean; message: string; errors: Faults }
type Asked = { params: { reference: string }; request: FastifyRequest; reply: FastifyReply }

/** Orders at the desk: the list, one of them, cancelling it, giving money back. */
export function orderDeskRoutes(app: FastifyInstance, desk: Desk, payments: Payments | null): void {
  const { house, visitors, pages } = desk
  const { db } = house

  staffPage(desk, '/admin/orders', { query: listQuery }, async ({ query: { state, query, page } }) => {
    const [counts, troubles, found] = await Promise.all([
      countOrders(db),
      countRefundTroubles(db),
      findOrders(db, { group: state, query, page, size: pageSize }),
    ])
    const props = {
      filters: orderGroups.map(group => ({
        name: groupOf[group].name,
        url: listUrl(group, ''),
        count: group === 'refunds' ? troubles : countIn(group, counts),
        isCurrent: group === state,
      })),
      rows: found.rows.map(rowOf),
      query,
      total: found.total,
      page,
      pages: Math.ceil(found.total / pageSize),
      pageUrl: listUrl(state, query),
    }
    return show(ordersPage, props, { title: 'Orders' })
  })

  staffPage(desk, '/admin/orders/:reference', { params }, async ({ params: { reference } }) =>
    screen(await orderOf(reference)),
  )

  handle(
    app,
    cancelOrder,
    async ({ params: { reference }, body, request }): Promise<Told> => {
      const staff = await requireStaff(visitors, request)
      const order = await orderOf(reference)
      const errors = faultsOfCancel(body)
      if (Object.keys(errors).length > 0) return { success: false, message: '', errors }
      const { reason, seen } = body
      const verdict = await cancelPlaced(db, payments, order.id, { staff, reason, seen, now: house.now() })
      return toldOf(verdict, `Order ${reference} was cancelled and ${order.contact.email} is told.`)
    },
    {
      allow: request => requireStaff(visitors, request),
      form: (asked, told) => answerForm(asked, told, { cancel: asked.body.reason, refund: untyped }),
    },
  )

  handle(
    app,
    refundOrder,
    async ({ params: { reference }, body, request }): Promise<Told> => {
      const staff = await requireStaff(visitors, request)
      const order = await orderOf(reference)
      const read = readRefund(body)
      if ('errors' in read) return { success: false, message: '', errors: read.errors }
      const { reason, seen } = body
      const decided = { staff, reason, seen, now: house.now() }
      return toldOf(await refundPaid(db, payments, order.id, read.amount, decided), '')
    },
    {
      allow: request => requireStaff(visitors, request),
      form: (asked, told) => {
        const { amount, reason } = asked.body
        return answerForm(asked, told, { cancel: '', refund: { amount, reason } })
      },
    },
  )

  const orderOf = async (reference: string): Promise<Order> => {
    const id = await orderIdOf(db, reference)
    const order = id === null ? null : await orderById(db, id)
    if (!order) throw new Problem(404)
    return order
  }

  // A form that could not be taken comes back as it was typed, with the order as it is now.
  const answerForm = async (
    asked: Asked,
    { success, message, errors }: Told,
    typed: OrderScreen['typed'],
  ): Promise<FastifyReply> => {
    const { reference } = asked.params
    if (success) {
      const flash = { kind: 'success', text: message } as const
      return pages.redirect(asked.reply, { to: orderDeskUrl(reference), flash })
    }
    const status = message === '' ? 422 : 409
    const shown = await screen(await orderOf(reference), { typed, errors, notice: message || null, status })
    return pages.send(asked.request, asked.reply, shown)
  }

  const screen = async (
    order: Order,
    back: Partial<Pick<OrderScreen, 'typed' | 'errors' | 'notice'>> & { status?: number } = {},
  ): Promise<Shown> => {
    // First: what changes while the rest is read makes the screen an old one, not its version a new one.
    const version = await orderVersion(db, order.id)
    const [facts, paid] = await Promise.all([orderFacts(db, order.id), getOrderPayments(db, order.id)])
    const { typed = { cancel: '', refund: untyped }, errors = {}, notice = null, status } = back
    const props = { order: viewOf(order, facts, paid), version, typed, errors, notice }
    const title = `${Object.keys(errors).length > 0 ? 'Error: ' : ''}Order ${order.reference}`
    return show(orderPage, props, { title, noindex: true, ...(status && { status }) })
  }
}

const untyped = { amount: '', reason: '' }

function listUrl(state: string, query: string): string {
  const asked = query === '' ? '' : `&query=${encodeURIComponent(query)}`
  return `/admin/orders?state=${state}${asked}`
}

function toldOf(verdict: ActionVerdict, done: string): Told {
  if (!verdict.done) return { success: false, message: deskWords[verdict.why], errors: {} }
  return { success: true, message: `${done} ${moneyWords(verdict.money)}`.trim(), errors: {} }
}

function moneyWords(money: MoneyTold): string {
  if (!money) return ''
  const amount = showPounds(money.amount)
  if (money.state === 'done') return `${amount} went back to the card.`
  if (money.state === 'refused') return `The card provider refused to send ${amount} back: see below.`
  return `The card provider has not answered about ${amount} yet and is asked again every minute.`
}
