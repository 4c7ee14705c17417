import fc from 'fast-check'
import { calculateShare, pence } from '../../src/lib/money.ts'
import type { TestShop } from '../support/shop.ts'

/** A card payment of an order of its own. Money in pence, inc VAT; days of the month in which it was paid. */
export interface RandomPayment {
  vatRateBp: number
  amount: number
  vat: number
  paidOn: number
  /** Invoiced in parts with the tax point of the payment; 0: nothing. */
  invoiced: number
  /** Sent back without a credit note; 0: nothing. */
  refunded: number
  refundIsLater: boolean
  /** Null: the card provider did not take it back. */
  reversedIn: 'month' | 'next' | null
}

const vatWithin = (amount: number, vatRateBp: number): number =>
  Math.round((amount * vatRateBp) / (10_000 + vatRateBp))

const randomPayment: fc.Arbitrary<RandomPayment> = fc
  .record({
    net: fc.integer({ min: 1, max: 500_000 }),
    vatRateBp: fc.constantFrom(2_000, 2_000, 0),
    paidOn: fc.integer({ min: 1, max: 28 }),
    invoicedShare: fc.constantFrom(0, 0, 0, 333, 1_000),
    refundedShare: fc.constantFrom(0, 0, 137, 1_000),
    refundIsLater: fc.boolean(),
    reversedIn: fc.constantFrom<RandomPayment['reversedIn'][]>(null, 'month', 'next'),
  })
  .map(({ net, invoicedShare, refundedShare, ...payment }) => {
    const vat = calculateShare(pence(net), payment.vatRateBp as Parameters<typeof calculateShare>[1])
    const amount = net + vat
    const invoiced = Math.floor((amount * invoicedShare) / 1_000)
    return {
      ...payment,
      amount,
      vat,
      invoiced,
      refunded: Math.floor(((amount - invoiced) * refundedShare) / 1_000),
      refundIsLater: payment.refundIsLater && payment.reversedIn !== 'month',
    }
  })

/** The VAT of what stays with the shop and no document has, once all has happened; nothing of what was taken back. */
export const getRemainingVat = ({
  amount,
  vatRateBp,
  invoiced,
  refunded,
  reversedIn,
}: RandomPayment): number =>
  reversedIn === null ? vatWithin(amount - refunded, vatRateBp) - vatWithin(invoiced, vatRateBp) : 0

export const getInvoicedVat = ({ invoiced, vatRateBp }: RandomPayment): number =>
  vatWithin(invoiced, vatRateBp)

/** Inserts random payments with copies of an order. `months`: that of the payments, and the next. */
export async function insertRandomPayments(
  shop: TestShop,
  {
    count,
    reference,
    months,
    seed,
  }: { count: number; reference: string; months: [string, string]; seed: number },
): Promise<RandomPayment[]> {
  const payments = fc.sample(randomPayment, { numRuns: count, seed })
  const [month, next] = months
  const rows = payments.map((payment, nth) => ({
    ...payment,
    nth,
    invoicedVat: getInvoicedVat(payment),
    state: payment.reversedIn === null ? 'paid' : 'reversed',
    paidAt: `${month}-${String(payment.paidOn).padStart(2, '0')}T09:00:00Z`,
    refundedAt: `${payment.refundIsLater ? next : month}-28T10:00:00Z`,
    reversedAt:
      payment.reversedIn === null ? null : `${payment.reversedIn === 'next' ? next : month}-28T20:00:00Z`,
  }))
  await shop.sql(
    `with given as materialized (select * from jsonb_to_recordset($2::jsonb) as g (nth int, "vatRateBp" int, amount int, vat int,
       invoiced int, "invoicedVat" int, refunded int, state text, "paidAt" timestamptz, "refundedAt" timestamptz, "reversedAt" timestamptz)),
     ordered as (
       insert into orders overriding system value
       select (jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object(
         'id', nextval(pg_get_serial_sequence('orders', 'id')), 'reference', 'FHPAY' || lpad(translate(g.nth::text, '01', 'XY'), 5, 'Z'), 'method', 'card',
         'state', case g.state when 'paid' then 'placed' else 'payment_reversed' end, 'vat_rate_bp', g."vatRateBp", 'placed_at', g."paidAt", 'basket_version', 1000000 + g.nth))).*
       from given g, orders o where o.reference = $1 returning id, reference),
     linked as materialized (select o.id as order_id, g.* from given g join ordered o on o.reference = 'FHPAY' || lpad(translate(g.nth::text, '01', 'XY'), 5, 'Z')),
     attempts as (
       insert into payment_attempt (order_id, transaction_reference, amount, state, return_token, completed_at, reversed_at)
       select order_id, 'PAY-' || nth, amount, state, 'token-' || nth, "paidAt", "reversedAt" from linked returning id, order_id),
     refunds as (
       insert into payment_refund (attempt_id, kind, amount, transaction_reference, state, created_at)
       select a.id, 'refund', l.refunded, 'PAY-' || l.nth || 'R', 'done', l."refundedAt"
       from linked l join attempts a on a.order_id = l.order_id where l.refunded > 0)
     insert into sales_document (kind, number, order_id, company_id, on_account, issued_at, issued_on, tax_point, net, vat, total,
       vat_rate_bp, content)
     select 'invoice', 500000 + nth, order_id, null, false, "paidAt", "paidAt"::date, "paidAt"::date, invoiced - "invoicedVat",
       "invoicedVat", invoiced, "vatRateBp", '{}' from linked where invoiced > 0`,
    [reference, JSON.stringify(rows)],
  )
  return payments
}
