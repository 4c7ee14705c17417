import { expect } from 'vitest'
import type { LedgerEntry } from '../../demo/card-provider/control-api.ts'
import { isBought, type OrderState } from '../../src/features/orders/states.ts'
import { findDocumentViolations } from './document-invariants.ts'
import { findLedgerViolations } from './ledger-invariants.ts'
import type { TestShop } from './shop.ts'

/** A shop within the test's process, or one in processes of its own. */
export interface CheckedShop extends Pick<TestShop, 'sql' | 'initialStock' | 'log'> {
  simulator: { control: { entries(): LedgerEntry[] } }
}

/**
 * Checks the invariants of R-ABUSE-1 that the database can prove: I1 to I11 in docs/abuse-cases.md without I7 (no
 * customer sees another's data). Fails with the violations. `expectedFailures`: errors in the log that the test
 * provokes.
 */
export async function checkInvariants(
  shop: CheckedShop,
  expectedFailures: RegExp | null = null,
): Promise<void> {
  const results = {
    'the words that staff find orders by are those of the orders': (
      await shop.sql<{ changes: number }>(
        'select refresh_order_search(array(select distinct order_id from order_line)) as changes',
      )
    ).filter(({ changes }) => changes > 0),
    'I1: at most one active order for a version of a basket': await shop.sql(
      `select basket_id, basket_version, array_agg(reference) as orders from orders
       where basket_id is not null and not order_is_void(state) group by 1, 2 having count(*) > 1`,
    ),
    'I1: a loaded order is ordered once at most': await shop.sql(
      `select source_id, array_agg(reference) as orders from orders
       where source_id is not null and not order_is_void(state) group by 1 having count(*) > 1`,
    ),
    'I1: what was approved or accepted became an order that is placed or awaits approval': await shop.sql(
      `select reference, state from orders s where (state in ('approved', 'quote_accepted')) <>
         exists (select from orders o where o.source_id = s.id
           and (o.placed_at is not null or o.state in ('awaiting_approval', 'approved')))`,
    ),
    'I9: approvals are given by another person of the same company': await shop.sql(
      `select o.reference from orders o join orders s on s.id = o.source_id
       where s.kind = 'approval_request' and o.placed_at is not null
         and (o.person_id = s.person_id or o.company_id is distinct from s.company_id)`,
    ),
    // The view counts an order and the one that it was made from as one use.
    'I4: a voucher is used as often as it allows': await shop.sql(
      `select v.code, count(distinct u.use_id) as uses, v.total_limit from voucher v
       join voucher_use u on u.voucher_id = v.id group by v.id having count(distinct u.use_id) > v.total_limit`,
    ),
    'I4: and by each customer as often as it allows': await shop.sql(
      `select v.code, u.person_id from voucher v join voucher_use u on u.voucher_id = v.id
       where u.person_id is not null
       group by v.id, u.person_id having count(distinct u.use_id) > v.customer_limit`,
    ),
    'I6: one e-mail to the buyer for each decision of a head buyer': await shop.sql(decisionsWithoutEmail),
    'I5: totals follow from the lines': await shop.sql(wrongTotals),
    'I6: one e-mail for each placed order, and none for others': await shop.sql(
      `select reference, state from orders o where request_hash not like 'demo %'
         and (placed_at is not null or exists (select from order_history where order_id = o.id and to_state = 'quote_requested') and prepared_by is null)
         <> exists (select from mail_outbox where dedupe_key = 'order-received:' || o.reference)`,
    ),
    'I6: one e-mail for each pricing of a quote, and an offer for each priced one':
      await shop.sql(quotesWithoutEmail),
    'I6: one e-mail for each cancelled order': await shop.sql(
      `select reference, state from orders o where (placed_at is not null and state = 'cancelled') <>
         exists (select from mail_outbox where dedupe_key = 'order-cancelled:' || o.reference)`,
    ),
    'I2: no more is refunded than was paid': await shop.sql(
      `select a.transaction_reference, a.amount, sum(r.amount) as back from payment_attempt a
       join payment_refund r on r.attempt_id = a.id and r.state <> 'refused'
       group by a.id having sum(r.amount) > a.amount`,
    ),
    'I6: each e-mail is sent, has a job that sends it, or a reason why not': await shop.sql(
      `select id, kind from mail_outbox m where sent_at is null and last_error is null
         and not exists (select from graphile_worker.jobs where key = 'mail:' || m.id)`,
    ),
    ...(await findDocumentViolations(shop)),
    'I9: histories have no gaps': await shop.sql(historiesWithGaps),
    'I3: only lines of orders that came to nothing are left out when goods are shared': await shop.sql(
      `select o.reference, l.position from order_line l join orders o on o.id = l.order_id
       where l.is_ended and o.kind = 'order' and not order_is_void(o.state)`,
    ),
    'I3: no more is set aside for a line than it has to send': await shop.sql(
      `select o.reference, l.position from order_line l join orders o on o.id = l.order_id
       where l.set_aside_quantity > l.quantity - l.despatched_quantity - l.withdrawn_quantity`,
    ),
    'R-RETURN-3: no more comes back of a line than was despatched': await shop.sql(
      `select o.reference, l.position, l.despatched_quantity, sum(return_pieces(r.state, rl)) as returned
       from return_line rl join return_request r on r.id = rl.return_id join orders o on o.id = rl.order_id
       join order_line l on l.order_id = rl.order_id and l.position = rl.position
       group by o.id, l.order_id, l.position having sum(return_pieces(r.state, rl)) > l.despatched_quantity`,
    ),
    'R-RETURN-8: what was received is in stock again or scrapped, and nothing else is':
      await shop.sql(returnsOutOfStock),
    'R-RETURN-3: what credits have put back is recorded of the lines': await shop.sql(wronglyRestockedOrders),
    'R-RETURN-3: a return has the state of its last row of history': await shop.sql(
      `select r.id, r.state from return_request r where r.state <>
         (select h.to_state from return_history h where h.return_id = r.id order by h.id desc limit 1)`,
    ),
    'R-RETURN-9: a return is credited once, and not more than was received': await shop.sql(
      `select r.id, r.state from return_request r where (r.state = 'credited') <> (r.credit_note_id is not null)
         or exists (select from return_line l where l.return_id = r.id and l.credited > coalesce(l.received, 0))`,
    ),
    'I3: stock is the opening balance and its movements, less what orders hold': await findWrongStock(shop),
    'I2: money is charged for placed orders only, to the penny': await findWrongPayments(shop),
    'I10: unfinished orders end half an hour after their creation or last payment attempt': await shop.sql(
      `select reference, state from orders o where order_is_open(state) and not coalesce(hold_until
         <= interval '30 minutes' + (select greatest(o.created_at, max(created_at)) from payment_attempt
            where order_id = o.id), false)`,
    ),
    ...(await findLedgerViolations(shop)),
    'I8: no secret is in the log': await findSecretsInLog(shop),
    'no unexpected failure of the server': findNewFailures(shop, expectedFailures),
  }
  const violations = Object.entries(results).filter(([, rows]) => rows.length > 0)
  expect(Object.fromEntries(violations)).toEqual({})
}

// Rounded half-up to the penny, once for the whole order (R-DELIVERY-3).
const wrongTotals = `
  select o.reference from orders o
  cross join lateral (select coalesce(sum(unit_price * quantity), 0) as goods from order_line where order_id = o.id) l
  cross join lateral (select coalesce(sum(amount), 0) as off from order_voucher where order_id = o.id) v
  cross join lateral (select l.goods - v.off + coalesce(o.delivery_cost, 0) as net) n
  where o.subtotal <> l.goods or o.discount <> v.off or o.total <> n.net + o.vat
    or o.vat <> floor((n.net * o.vat_rate_bp + 5000) / 10000)`

const decisionsWithoutEmail = `
  select o.reference, o.state, array_agg(m.kind) as mails from orders o
  left join mail_outbox m on m.dedupe_key in ('approval-given:' || o.reference, 'approval-refused:' || o.reference)
    and m.recipient = o.contact->>'email'
  where o.kind = 'approval_request' group by o.id
  having coalesce(string_agg(m.kind, ' '), '') <>
    case o.state when 'approved' then 'approval-given' when 'rejected' then 'approval-refused' else '' end`

const quotesWithoutEmail = `
  select o.reference, o.state from orders o left join quote_offer q on q.order_id = o.id
  cross join lateral (select count(*) as priced from order_history where order_id = o.id and to_state = 'quote_approved' and event is null) h
  cross join lateral (select count(*) as sent from mail_outbox where kind = 'quote-ready'
    and dedupe_key like 'quote-ready:' || o.reference || ':%') m
  where o.request_hash not like 'demo %' and (h.priced <> m.sent or (h.priced > 0) <> (q.order_id is not null)
    or (q.order_id is not null and (select count(*) from quote_offer_line l where l.order_id = o.id)
      <> (select count(*) from order_line l where l.order_id = o.id)))`

const historiesWithGaps = `
  select o.reference, o.state, array_agg(h.to_state order by h.id) as history
  from orders o left join (
    select *, lag(to_state) over (partition by order_id order by id) as before,
      lead(id) over (partition by order_id order by id) is null as is_last from order_history
  ) h on h.order_id = o.id
  group by o.id
  having bool_or(h.id is null or h.from_state is distinct from h.before or h.actor = '' or h.why = ''
    or (h.is_last and h.to_state <> o.state))`

// After the inspection each piece is counted once; the movements of a return have its number as their note.
const returnsOutOfStock = `
  select r.id, r.state, sum(l.received) as received, sum(l.restocked) as restocked, sum(l.scrapped) as scrapped, m.moved
  from return_request r join return_line l on l.return_id = r.id cross join lateral (
    select coalesce(sum(change), 0) as moved from stock_movement
    where request_key in ('RMA-' || lpad(r.id::text, 6, '0') || ' in', 'RMA-' || lpad(r.id::text, 6, '0') || ' out')) m
  group by r.id, m.moved
  having m.moved <> coalesce(sum(l.restocked), 0)
    or (r.state in ('inspected', 'credited')
      and coalesce(sum(l.received), 0) <> coalesce(sum(l.restocked + l.scrapped), 0))`

// What credits have put back is recorded of the lines, and as movements of the order.
const wronglyRestockedOrders = `
  select o.reference, l.product_id, l.restocked, l.returned, l.despatched, m.moved from orders o
  cross join lateral (
    select l.product_id, sum(l.restocked_quantity) as restocked, sum(l.despatched_quantity) as despatched,
      sum((select coalesce(sum(r.received), 0) from return_line r
        where r.order_id = l.order_id and r.position = l.position)) as returned
    from order_line l where l.order_id = o.id group by l.product_id) l
  cross join lateral (
    select coalesce(sum(change), 0) as moved from stock_movement m
    where m.order_id = o.id and m.product_id = l.product_id) m
  where l.restocked <> m.moved or l.restocked + l.returned > l.despatched`

async function findWrongStock(shop: CheckedShop): Promise<unknown[]> {
  const rows = await shop.sql<{
    id: number
    code: string
    on_hand: number
    allocated: number
    available: number
    back_order: boolean
    open: number
    despatched: number
    sent: number
    moved: number
    has_wrong_movement: boolean
    was_lowered: boolean
  }>(
    `select p.id, p.code, s.on_hand, s.allocated, s.available, s.back_order, lines.open, lines.despatched,
       movements.sent, movements.moved, movements.has_wrong_movement, movements.was_lowered
     from product p join stock s on s.product_id = p.id cross join lateral (
       select coalesce(sum(l.quantity - l.despatched_quantity - l.withdrawn_quantity) filter (
           where order_holds_stock(o.state) and o.stock_released_at is null), 0)::int as open,
         coalesce(sum((select sum(pl.quantity) from parcel_line pl
           where pl.order_id = l.order_id and pl.position = l.position)), 0)::int as despatched
       from order_line l join orders o on o.id = l.order_id where l.product_id = p.id and o.kind = 'order') lines
     cross join lateral (
       select coalesce(sum(change), 0)::int as moved,
         coalesce(-sum(change) filter (where parcel_id is not null), 0)::int as sent,
         coalesce(bool_or(on_hand <> before + change), false) as has_wrong_movement,
         coalesce(bool_or(change < 0 and parcel_id is null), false) as was_lowered
       from (select *, lag(on_hand) over (order by id) as before from stock_movement where product_id = p.id) m
     ) movements`,
  )
  const wrong = rows.filter(
    row =>
      row.available !== row.on_hand - row.allocated ||
      row.allocated !== row.open ||
      row.on_hand !== (shop.initialStock.get(row.id) ?? 0) + row.moved ||
      row.despatched !== row.sent ||
      row.has_wrong_movement ||
      // A count may find less than was promised.
      (row.available < 0 && !row.back_order && !row.was_lowered),
  )
  return wrong.map(row => ({ ...row, opening: shop.initialStock.get(row.id) }))
}

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
async function findWrongPayments(shop: CheckedShop): Promise<unknown[]> {
  const ledger = shop.simulator.control.entries()
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
     where o.method = 'card' group by o.id`,
  )
  const knownReferences = new Set(orders.flatMap(order => order.codes))
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
  return [...unknownPayments, ...wrong]
}

async function findSecretsInLog(shop: CheckedShop): Promise<string[]> {
  const rows = await shop.sql<{ secret: string }>(
    `select provider_secret as secret from payment_attempt where provider_secret <> ''
     union select 'filters-2026' union select 'guest-password-1' union select '4929000000006'`,
  )
  return shop.log().filter(line => rows.some(({ secret }) => line.includes(secret)))
}

const seenLines = new WeakMap<CheckedShop, number>()

// Each failure is reported once, in the test that caused it.
function findNewFailures(shop: CheckedShop, expectedFailures: RegExp | null): string[] {
  const lines = shop.log().slice(seenLines.get(shop) ?? 0)
  seenLines.set(shop, shop.log().length)
  return lines.filter(
    line =>
      /"level":(50|60)/.test(line) &&
      /"msg":"Request failed\."/.test(line) &&
      !expectedFailures?.test(getErrorMessage(line)),
  )
}

function getErrorMessage(line: string): string {
  return (JSON.parse(line) as { err?: { message?: string } }).err?.message ?? ''
}
