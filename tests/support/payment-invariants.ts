import { isBought, type OrderState } from '../../src/features/orders/states.ts'
import type { CheckedShop } from './checked-shop.ts'

interface OrderMoney {
  reference: string
  state: OrderState
  total: number
  /** Paid by attempts that were not voided: with any provider, and at the simulator. */
  paid: number
  paidAtSimulator: number
  /** What corrections have refunded. */
  corrected: number
  /** A part of it is still to be paid. */
  isDue: boolean
  /** Transaction references of the attempts at the simulator. */
  codes: string[]
  /** Refunded at the simulator, and possibly refunded: refunds without an answer. */
  back: number
  open: number
}

// The ledger has the payments of the simulator alone: another provider's are compared with the order, not with charges.
export async function findWrongPayments(shop: CheckedShop): Promise<unknown[]> {
  const ledger = await shop.simulator.control.entries()
  const orders = await shop.sql<OrderMoney>(
    `select o.reference, o.state, o.total, o.payment_due as "isDue",
       coalesce(sum(r.corrected) filter (where a.state = 'paid'), 0)::int as corrected, coalesce(sum(a.amount) filter (where a.state = 'paid'), 0)::int as paid,
       coalesce(sum(a.amount) filter (where a.state = 'paid' and a.provider = 'opayo'), 0)::int as "paidAtSimulator",
       coalesce(array_agg(a.transaction_reference) filter (where a.provider = 'opayo'), '{}') as codes,
       coalesce(sum(r.back) filter (where a.state = 'paid' and a.provider = 'opayo'), 0)::int as back,
       coalesce(sum(r.open) filter (where a.state = 'paid' and a.provider = 'opayo'), 0)::int as open
     from orders o left join payment_attempt a on a.order_id = o.id
     left join lateral (
       select sum(amount) filter (where state = 'done') as back, sum(amount) filter (where correction_id is not null) as corrected,
         sum(amount) filter (where state in ('sending', 'unknown')) as open
       from payment_refund where attempt_id = a.id) r on true
     where o.method in ('card', 'counter') group by o.id`,
  )
  // Invoices on account that a card has paid: the ledger has what was charged.
  const invoices = await shop.sql<{ code: string; entered: number }>(
    `select a.transaction_reference as code, coalesce((select p.amount from account_payment p
       where p.request_key = 'card:' || a.id and p.cancelled_at is null), 0)::int as entered
     from payment_attempt a where a.invoice_id is not null and a.provider = 'opayo'`,
  )
  const knownReferences = new Set([
    ...orders.flatMap(order => order.codes),
    ...invoices.map(({ code }) => code),
  ])
  const unknownPayments = ledger.filter(
    entry => entry.charged > 0 && !knownReferences.has(entry.vendorTxCode),
  )
  const wrong = orders.flatMap(order => {
    const charged = ledger
      .filter(entry => order.codes.includes(entry.vendorTxCode))
      .reduce((total, entry) => total + entry.charged - entry.refunded, 0)
    const recorded = order.paidAtSimulator - order.back
    const isConsistent = charged === recorded || (order.open > 0 && charged === recorded - order.open)
    const isOrdered = isBought(order.state)
    const mayBePaid = isOrdered || order.state === 'cancelled'
    const left = order.total - (order.paid - order.corrected)
    const isPaid = isOrdered ? (order.isDue ? left > 0 : left === 0) : mayBePaid || order.paid === 0
    return isConsistent && isPaid && recorded - order.open >= 0 ? [] : [{ ...order, charged }]
  })
  const wrongInvoices = invoices.filter(({ code, entered }) => {
    const entry = ledger.find(({ vendorTxCode }) => vendorTxCode === code)
    return entered !== (entry ? entry.charged - entry.refunded : 0)
  })
  return [...unknownPayments, ...wrong, ...wrongInvoices]
}
