import { expect } from 'vitest'
import type { CheckedShop } from './checked-shop.ts'
import * as documents from './document-statements.ts'
import { findLedgerViolations } from './ledger-invariants.ts'
import * as orders from './order-statements.ts'
import { findWrongPayments } from './payment-invariants.ts'
import * as stock from './stock-invariants.ts'

/**
 * Checks the invariants of R-ABUSE-1 that the database can prove: I1 to I11 in docs/abuse-cases.md without I7 (no
 * customer sees another's data). Fails with the violations. Every open shop is checked after each test anyway
 * (`checked-shops.ts`): for the middle of a test. `expectedFailures`: errors in the log that the test provokes.
 */
export async function checkInvariants(
  shop: CheckedShop,
  expectedFailures: RegExp | null = null,
): Promise<void> {
  expect({
    ...(await findViolations(shop)),
    ...(await findLogViolations(shop, expectedFailures)),
  }).toEqual({})
}

/** What is wrong in the database and in what the shop answers from it, by invariant. */
export const findViolations = async (shop: CheckedShop): Promise<Record<string, unknown[]>> =>
  pickViolations(await readInvariants(shop))

/** Statements whose rows violate an invariant. */
const statements: Readonly<Record<string, string>> = {
  'the words that staff find orders by are those of the orders': `
    select * from (
      select refresh_order_search(array(select distinct order_id from order_line)) as changes) r where changes > 0`,
  'I1: at most one active order for a version of a basket': `select basket_id, basket_version, array_agg(reference) as orders from orders
     where basket_id is not null and not order_is_void(state) group by 1, 2 having count(*) > 1`,
  'I1: a loaded order is ordered once at most': `select source_id, array_agg(reference) as orders from orders
     where source_id is not null and not order_is_void(state) group by 1 having count(*) > 1`,
  'I1: what was approved or accepted became an order that is placed or awaits approval': `select reference, state from orders s where (state in ('approved', 'quote_accepted')) <>
       exists (select from orders o where o.source_id = s.id
         and (o.placed_at is not null or o.state in ('awaiting_approval', 'approved')))`,
  'I9: approvals are given by another person of the same company': `select o.reference from orders o join orders s on s.id = o.source_id
     where s.kind = 'approval_request' and o.placed_at is not null
       and (o.person_id = s.person_id or o.company_id is distinct from s.company_id)`,
  // The view counts an order and the one that it was made from as one use.
  'I4: a voucher is used as often as it allows': `select v.code, count(distinct u.use_id) as uses, v.total_limit from voucher v
     join voucher_use u on u.voucher_id = v.id group by v.id having count(distinct u.use_id) > v.total_limit`,
  'I4: and by each customer as often as it allows': `select v.code, u.person_id from voucher v join voucher_use u on u.voucher_id = v.id
     where u.person_id is not null
     group by v.id, u.person_id having count(distinct u.use_id) > v.customer_limit`,
  'I6: one e-mail to the buyer for each decision of a head buyer': orders.decisionsWithoutEmail,
  'I5: totals follow from the lines': orders.wrongTotals,
  'I6: one e-mail for each placed order, and none for others': `select reference, state from orders o where request_hash not like 'demo %'
       and contact->>'email' <> '' and (placed_at is not null or exists (select from order_history where order_id = o.id and to_state = 'quote_requested') and prepared_by is null)
       <> exists (select from mail_outbox where dedupe_key = 'order-received:' || o.reference)`,
  'I6: one e-mail for each pricing of a quote, and an offer for each priced one': orders.quotesWithoutEmail,
  'I6: one e-mail for each cancelled order': `select reference, state from orders o where contact->>'email' <> '' and (placed_at is not null and state = 'cancelled') <>
       exists (select from mail_outbox where dedupe_key = 'order-cancelled:' || o.reference)`,
  'I2: no more is refunded than was paid': `select a.transaction_reference, a.amount, sum(r.amount) as back from payment_attempt a
     join payment_refund r on r.attempt_id = a.id and r.state <> 'refused'
     group by a.id having sum(r.amount) > a.amount`,
  'I6: each e-mail is sent, given up, has a job that sends it, or a reason why not': `select id, kind from mail_outbox m
       where sent_at is null and given_up_at is null and last_error is null
       and not exists (select from graphile_worker.jobs where key = 'mail:' || m.id)`,
  'R-INVOICE-4: documents are numbered without gaps, in order of time': documents.wrongNumbers,
  'R-INVOICE-4: the lines of a document add up to it': `select d.id, d.kind, d.number from sales_document d join sales_document_line l on l.document_id = d.id
     group by d.id having sum(l.net) <> d.net or sum(l.vat) <> d.vat`,
  'R-INVOICE-4: what has left is invoiced or free of charge for a reason, no piece twice, and whole orders to the penny':
    documents.wronglyInvoicedOrders,
  'R-CREDIT-1: no more is credited than was invoiced, of no line more pieces':
    documents.wronglyCreditedOrders,
  'R-CREDIT-1: what is credited is not sent afterwards': documents.creditedAndToSend,
  'R-CREDIT-2: a refund that belongs to a credit note is for its sum, and each card order’s credit note has one':
    documents.wrongRefunds,
  'R-CREDIT-2: what a card paid, less what went back or is still to go back, is what its order was invoiced for':
    documents.wronglyPaidOrders,
  'R-CORRECT-10: what is not fully paid is held, and no more is invoiced than a card has paid':
    documents.wronglyDueOrders,
  'R-CASH-1: the cash sheets add up to the payments that staff took, by kind, less what was paid back':
    documents.wrongCashSheets,
  'R-ORDER-11: an account is beyond its limit only by orders that are held, or that staff have sent all the same':
    orders.beyondCredit,
  'I9: histories have no gaps': orders.historiesWithGaps,
  'I3: only lines of orders that came to nothing are left out when goods are shared': `select o.reference, l.position from order_line l join orders o on o.id = l.order_id
     where l.is_ended and o.kind = 'order' and not order_is_void(o.state)`,
  'I3: no more is set aside for a line than it has to send': `select o.reference, l.position from order_line l join orders o on o.id = l.order_id
     where l.set_aside_quantity > l.quantity - l.despatched_quantity - l.withdrawn_quantity`,
  'R-RETURN-3: no more comes back of a line than was despatched': `select o.reference, l.position, l.despatched_quantity, sum(return_pieces(r.state, rl)) as returned
     from return_line rl join return_request r on r.id = rl.return_id join orders o on o.id = rl.order_id
     join order_line l on l.order_id = rl.order_id and l.position = rl.position
     group by o.id, l.order_id, l.position having sum(return_pieces(r.state, rl)) > l.despatched_quantity`,
  'R-RETURN-8: what was received is in stock again or scrapped, and nothing else is': stock.returnsOutOfStock,
  'R-RETURN-3: what credits have put back is recorded of the lines': stock.wronglyRestockedOrders,
  'R-RETURN-3: a return has the state of its last row of history': `select r.id, r.state from return_request r where r.state <>
       (select h.to_state from return_history h where h.return_id = r.id order by h.id desc limit 1)`,
  'R-RETURN-9: a return is credited once, and not more than was received': `select r.id, r.state from return_request r where (r.state = 'credited') <> (r.credit_note_id is not null)
       or exists (select from return_line l where l.return_id = r.id and l.credited > coalesce(l.received, 0))`,
  'I10: unfinished orders end half an hour after their creation or last payment attempt': `select reference, state from orders o where order_is_open(state) and not coalesce(hold_until
       <= interval '30 minutes' + (select greatest(o.created_at, max(created_at)) from payment_attempt
          where order_id = o.id), false)`,
  'R-PRICE-2: at most one rule of a list applies to the same products, quantity and day': `select a.id, b.id as other from price_rule a
     join price_rule b on b.price_list_id = a.price_list_id and b.target = a.target and b.min_quantity = a.min_quantity and b.id > a.id
       and daterange(a.valid_from, a.valid_to + 1) && daterange(b.valid_from, b.valid_to + 1)`,
  'I3: what lines and parcels say of despatched pieces is what left the stock': stock.wronglyDespatchedLines,
}

// As one statement: one round trip after each test instead of some thirty.
const allStatements = Object.entries(statements)
  .map(
    ([name, text]) => `select '${name}' as name, to_jsonb(violation) as violation from (${text}) violation`,
  )
  .join(' union all ')

/** Each invariant, with what violates it. */
export async function readInvariants(shop: CheckedShop): Promise<Record<string, unknown[]>> {
  const violations = await shop.sql<{ name: string; violation: unknown }>(allStatements)
  const results: Record<string, unknown[]> = {}
  for (const name of Object.keys(statements)) results[name] = []
  for (const { name, violation } of violations) results[name]!.push(violation)
  return {
    ...results,
    'I3: stock is the opening balance and its movements, less what orders hold':
      await stock.findWrongStock(shop),
    'I2: money is charged for placed orders only, to the penny': await findWrongPayments(shop),
    ...(await findLedgerViolations(shop)),
  }
}

/** What is wrong in the log; each failure is reported once. */
export async function findLogViolations(
  shop: CheckedShop,
  expectedFailures: RegExp | null,
): Promise<Record<string, unknown[]>> {
  return pickViolations({
    'I8: no secret is in the log': await findSecretsInLog(shop),
    'no unexpected failure of the server': findNewFailures(shop, expectedFailures),
  })
}

const pickViolations = (results: Record<string, unknown[]>): Record<string, unknown[]> =>
  Object.fromEntries(Object.entries(results).filter(([, rows]) => rows.length > 0))

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
