import fc from 'fast-check'
import { calculateShare, pence } from '../../src/lib/money.ts'
import type { TestShop } from '../support/shop.ts'

/** A card payment of an order of its own. Money in pence, inc VAT; days of the month in which it was paid. */
export interface RandomPayment {
  vatRateBp: number
  amount: number
  vat: number
  paidOn: number
  /** What staff have corrected the order to; as it was paid: nothing. What it costs less went back to the card. */
  corrected: { net: number; vat: number; total: number; vatRateBp: number }
  correctionIsLater: boolean
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

function withVat(net: number, vatRateBp: number): RandomPayment['corrected'] {
  const vat = calculateShare(pence(net), vatRateBp as Parameters<typeof calculateShare>[1])
  return { net, vat, total: net + vat, vatRateBp }
}

const randomPayment: fc.Arbitrary<RandomPayment> = fc
  .record({
    net: fc.integer({ min: 1, max: 500_000 }),
    vatRateBp: fc.constantFrom(2_000, 2_000, 0),
    paidOn: fc.integer({ min: 1, max: 28 }),
    invoicedShare: fc.constantFrom(0, 0, 0, 333, 1_000),
    refundedShare: fc.constantFrom(0, 0, 137, 1_000),
    refundIsLater: fc.boolean(),
    correctedShare: fc.constantFrom(1_000, 1_000, 1_000, 501, 333),
    correctedRateBp: fc.constantFrom(null, null, 0, 2_000),
    correctionIsLater: fc.boolean(),
    reversedIn: fc.constantFrom<RandomPayment['reversedIn'][]>(null, 'month', 'next'),
  })
  .map(({ net, invoicedShare, refundedShare, correctedShare, correctedRateBp, ...payment }) => {
    const paid = withVat(net, payment.vatRateBp)
    const other = withVat(Math.ceil((net * correctedShare) / 1_000), correctedRateBp ?? payment.vatRateBp)
    const corrected = other.total > paid.total ? paid : other
    const invoiced = Math.floor((corrected.total * invoicedShare) / 1_000)
    const isPast = payment.reversedIn === 'month'
    const correctionIsLater = payment.correctionIsLater && !isPast
    return {
      ...payment,
      amount: paid.total,
      vat: paid.vat,
      corrected,
      correctionIsLater,
      invoiced,
      refunded: Math.floor(((corrected.total - invoiced) * refundedShare) / 1_000),
      refundIsLater: (payment.refundIsLater || correctionIsLater) && !isPast,
    }
  })

/** What of the money counts in the VAT at the end of the month of the payment, or once all has happened: inc VAT, and its VAT. */
export function getCounted(payment: RandomPayment, until: 'month' | 'end'): { total: number; vat: number } {
  const { amount, vat, corrected, invoiced, refunded, reversedIn } = payment
  const isOver = (isLater: boolean) => until === 'end' || !isLater
  if (reversedIn !== null && isOver(reversedIn === 'next'))
    return { total: invoiced, vat: getInvoicedVat(payment) }
  const order = isOver(payment.correctionIsLater) ? corrected : { ...payment, total: amount, vat }
  const back = isOver(payment.refundIsLater) ? refunded : 0
  const total = order.total - back
  return { total, vat: back === 0 ? order.vat : vatWithin(total, order.vatRateBp) }
}

export const isCorrected = ({ amount, vatRateBp, corrected }: RandomPayment): boolean =>
  corrected.total !== amount || corrected.vatRateBp !== vatRateBp

const getInvoicedVat = ({ invoiced, corrected }: RandomPayment): number =>
  invoiced === corrected.total ? corrected.vat : vatWithin(invoiced, corrected.vatRateBp)

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
    reference: `FHPAY${String(nth).replaceAll('0', 'X').replaceAll('1', 'Y').padStart(5, 'Z')}`,
    invoicedVat: getInvoicedVat(payment),
    state: payment.reversedIn === null ? 'paid' : 'reversed',
    paidAt: `${month}-${String(payment.paidOn).padStart(2, '0')}T09:00:00Z`,
    total: payment.corrected.total,
    subtotal: payment.corrected.net,
    orderVat: payment.corrected.vat,
    orderRateBp: payment.corrected.vatRateBp,
    less: payment.amount - payment.corrected.total,
    correctedAt: isCorrected(payment) ? `${payment.correctionIsLater ? next : month}-28T09:30:00Z` : null,
    refundedAt: `${payment.refundIsLater ? next : month}-28T10:00:00Z`,
    reversedAt:
      payment.reversedIn === null ? null : `${payment.reversedIn === 'next' ? next : month}-28T20:00:00Z`,
  }))
  // In parts, so that no statement comes near its time limit on a slow machine.
  for (let start = 0; start < rows.length; start += 100)
    await insertPayments(shop, reference, rows.slice(start, start + 100))
  await shop.sql('analyze')
  return payments
}

async function insertPayments(shop: TestShop, reference: string, rows: readonly object[]): Promise<void> {
  await shop.sql(
    `with given as materialized (select * from jsonb_to_recordset($2::jsonb) as g (nth int, reference text, "vatRateBp" int, amount int, vat int,
       total int, subtotal int, "orderVat" int, "orderRateBp" int, less int, "correctedAt" timestamptz, invoiced int, "invoicedVat" int, refunded int, state text, "paidAt" timestamptz, "refundedAt" timestamptz, "reversedAt" timestamptz)),
     ordered as (
       insert into orders overriding system value
       select (jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object(
         'id', nextval(pg_get_serial_sequence('orders', 'id')), 'reference', g.reference, 'method', 'card',
         'state', case g.state when 'paid' then 'placed' else 'payment_reversed' end, 'vat_rate_bp', g."orderRateBp",
         'subtotal', g.subtotal, 'discount', 0, 'delivery_cost', 0, 'vat', g."orderVat", 'total', g.total, 'placed_at', g."paidAt", 'basket_version', 1000000 + g.nth))).*
       from given g, orders o where o.reference = $1 returning id, reference),
     linked as materialized (select o.id as order_id, g.* from given g join ordered o on o.reference = g.reference),
     attempts as (
       insert into payment_attempt (order_id, transaction_reference, amount, state, return_token, completed_at, reversed_at)
       select order_id, 'PAY-' || nth, amount, state, 'token-' || nth, "paidAt", "reversedAt" from linked returning id, order_id),
     refunds as (
       insert into payment_refund (attempt_id, kind, amount, transaction_reference, state, created_at)
       select a.id, 'refund', back.amount, 'PAY-' || l.nth || back.suffix, 'done', back.at
       from linked l join attempts a on a.order_id = l.order_id
         cross join lateral (values (l.refunded, 'R', l."refundedAt"), (l.less, 'C', l."correctedAt")) back(amount, suffix, at)
       where back.amount > 0),
     corrections as (
       insert into order_correction (order_id, at, staff_id, request_key, changes, total_before, total_after, vat_before, vat_rate_bp_before)
       select order_id, "correctedAt", (select min(id) from person), 'PAY-' || nth, '[]', amount, total, vat, "vatRateBp"
       from linked where "correctedAt" is not null)
     insert into sales_document (kind, number, order_id, company_id, on_account, issued_at, issued_on, tax_point, net, vat, total,
       vat_rate_bp, content)
     select 'invoice', 500000 + nth, order_id, null, false, "paidAt", "paidAt"::date, "paidAt"::date, invoiced - "invoicedVat",
       "invoicedVat", invoiced, "orderRateBp", '{}' from linked where invoiced > 0`,
    [reference, JSON.stringify(rows)],
  )
}
