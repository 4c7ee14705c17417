import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { selectRows } from '../../../infra/database/query.ts'
import { handle } from '../../../infra/http/handle.ts'
import type { Pages } from '../../../infra/pages/page-routes.ts'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import { withoutPromise } from '../../../lib/availability.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { formatPounds, pence } from '../../../lib/money.ts'
import { linePageQuery, pickLinePage } from '../../basket/lines/line-pages.ts'
import type { CorrectedField } from '../../orders/history.ts'
import { pickTotals } from '../../orders/order.ts'
import {
  findOrderByReference,
  getPaymentUrl,
  isPaymentKey,
  lockOrder,
  type Order,
} from '../../orders/service.ts'
import { isBought } from '../../orders/states.ts'
import type { PaymentsContext } from '../payments-context.server.ts'
import { amountDueStatus, openAmountDue } from '../schemas.ts'
import { getDueStatus, openDuePayment, readDuePayment, toRedirect } from './due-payment.server.ts'
import { type PaymentLinkPageProps, paymentLinkPage } from './PaymentLinkPage.tsx'

export interface PaymentLinkDeps extends PaymentsContext {
  pages: Pick<Pages, 'get' | 'redirect'>
}

const params = z.object({ reference: z.string().max(20) })
const query = linePageQuery.extend({ key: z.string().max(100).catch('') })

/** What is still to be paid of an order, for anybody with the link of the e-mail (R-CORRECT-10). */
export function paymentLinkRoutes(app: FastifyInstance, payments: PaymentLinkDeps): void {
  const { context, pages } = payments
  const { config, db } = context

  const getLinkedOrder = async (reference: string, key: string): Promise<Order> => {
    const order = await findOrderByReference(db, reference)
    if (!order || !isPaymentKey(config, order, key)) throw new Problem(404)
    if (!isBought(order.state) && order.state !== 'cancelled') throw new Problem(404)
    return order
  }

  pages.get(
    '/order/:reference/pay',
    { params, query },
    async ({ params: { reference }, query: { key, page } }) => {
      const order = await getLinkedOrder(reference, key)
      return renderPage(order, key, page)
    },
  )

  const renderPage = async (order: Order, key: string, page: string | undefined): Promise<PageResult> => {
    const { id, reference, amountDue } = order
    const isDue = amountDue > 0
    const { policy, ...payment } = await readDuePayment(payments, { subject: id, amountDue })
    const suffix = `?${new URLSearchParams({ key })}`
    const url = getPaymentUrl(reference)
    const { lines, paging } = pickLinePage(order, page, url)
    const props: PaymentLinkPageProps = {
      ...{ reference, amountDue, ...payment, url: `${url}${suffix}`, statusUrl: `${url}/status${suffix}` },
      state: isDue ? 'due' : isBought(order.state) ? 'paid' : 'ended',
      paid: pence(order.total - amountDue),
      changes: isDue ? await listUnpaidChanges(db, id) : [],
      goods: isDue
        ? { lines, paging: { ...paging, url: `${url}${suffix}&` }, totals: pickTotals(order) }
        : null,
      orderUrl: `/order/${reference}/confirmation`,
    }
    const title = isDue ? `Pay ${formatPounds(amountDue)} for order ${reference}` : `Order ${reference}`
    return toPageResult(paymentLinkPage, props, { title, noindex: true, layout: withoutPromise, policy })
  }

  handle(
    app,
    openAmountDue,
    async ({ params: { reference }, query: { key }, body: { amount: displayed }, request }) => {
      const order = await getLinkedOrder(reference, key)
      const lock = async (tx: Tx) => (await lockOrder(tx, order.id))!.amountDue
      return openDuePayment(payments, { order, subject: order.id, displayed, clientIp: request.ip, lock })
    },
    {
      form: ({ params: { reference }, query: { key }, reply }, result) =>
        pages.redirect(
          reply,
          toRedirect(`${getPaymentUrl(reference)}?${new URLSearchParams({ key })}`, result),
        ),
    },
  )

  handle(app, amountDueStatus, async ({ params: { reference }, query: { key } }) => {
    const { id, amountDue } = await getLinkedOrder(reference, key)
    return getDueStatus(payments, { subject: id, amountDue })
  })
}

const maxChanges = 100

/** What was corrected of an order since its last payment. Without addresses and people's details. */
const listUnpaidChanges = (db: Db, orderId: number): Promise<CorrectedField[]> =>
  selectRows(db)<CorrectedField>`
    select change.* from order_correction c
      cross join lateral jsonb_to_recordset(c.changes) as change (name text, before text, after text,
        "isPersonal" boolean)
    where c.order_id = ${orderId} and not change."isPersonal" and c.at > coalesce((
      select max(completed_at) from payment_attempt where order_id = ${orderId} and state = 'paid'), '-infinity')
    order by c.id limit ${maxChanges}`
