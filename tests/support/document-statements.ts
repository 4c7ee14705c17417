/** Statements of `checkInvariants`: what they find of invoices, credit notes and refunds is wrong. */

// An order that was numbered when it was placed has its row only after the job of the minute. The times of documents are
// assigned with their numbers, so the order of the rows is compared as well.
export const wrongNumbers = `
  select c.kind, c.last from sales_document_counter c
  where array(select number from sales_document d where d.kind = c.kind
      union all select invoice_number from orders
        where c.kind = 'invoice' and invoice_number is not null and invoiced_at is null
      order by 1) is distinct from array(select generate_series(1, c.last))
    or exists (select from (
      select id, issued_at, issued_on, lag(id) over by_number as id_before, lag(issued_at) over by_number as before
      from sales_document d
      where d.kind = c.kind and not exists (select from orders o where o.id = d.order_id and o.invoice_number = d.number)
      window by_number as (order by number)
    ) d where d.issued_at < d.before or d.id < d.id_before
      or d.issued_on <> (d.issued_at at time zone 'Europe/London')::date)
  union all select d.kind, d.number from sales_document d
    where not exists (select from sales_document_counter c where c.kind = d.kind)`

export const wronglyInvoicedOrders = `
  select o.reference, o.state, o.total, i.total as invoiced, l.pieces, l.invoiced_pieces, l.despatched from orders o
  cross join lateral (select sum(d.total) as total, sum(d.vat) as vat from sales_document d
    where d.order_id = o.id and d.kind = 'invoice') i
  cross join lateral (
    select sum(l.quantity) as pieces, sum(n.quantity) as invoiced_pieces, sum(l.despatched_quantity) as despatched,
      bool_or(n.quantity > l.quantity or n.quantity < l.despatched_quantity + l.withdrawn_quantity) as is_wrong
    from order_line l cross join lateral (select coalesce(sum(dl.quantity), 0) as quantity
      from sales_document d join sales_document_line dl on dl.document_id = d.id
      where d.order_id = l.order_id and d.kind = 'invoice' and dl.position = l.position) n
    where l.order_id = o.id) l
  where (o.invoiced_at is not null) <> (i.total is not null)
    or (i.total is not null and (o.placed_at is null or l.is_wrong or i.total > o.total))
    or (i.total is null and exists (select from parcel p where p.order_id = o.id) and o.invoice_number is null
      and (o.method <> 'godmode' or o.free_reason is null))
    or (i.total is not null and o.invoice_number is null and o.method = 'godmode')
    or (l.invoiced_pieces = l.pieces and (i.total <> o.total or i.vat <> o.vat))`

export const wronglyCreditedOrders = `
  select o.reference, c.total, i.total as invoiced from orders o
  cross join lateral (select coalesce(sum(net), 0) as net, coalesce(sum(vat), 0) as vat, coalesce(sum(total), 0) as total
    from sales_document d where d.order_id = o.id and d.kind = 'invoice') i
  cross join lateral (select coalesce(sum(net), 0) as net, coalesce(sum(vat), 0) as vat, coalesce(sum(total), 0) as total
    from sales_document d where d.order_id = o.id and d.kind = 'credit_note') c
  where c.net > i.net or c.vat > i.vat
    or (o.state = 'cancelled' and c.total <> i.total and o.invoiced_at is not null)
    or exists (select from order_line w where w.order_id = o.id and w.withdrawn_quantity > (
      select coalesce(sum(l.quantity), 0) from sales_document d join sales_document_line l on l.document_id = d.id
      where d.order_id = o.id and d.kind = 'credit_note' and l.position = w.position) + (
      select coalesce(sum((l->>'quantity')::int), 0) from deferred_credit_note n cross join lateral jsonb_array_elements(n.lines) l
      where n.order_id = o.id and n.credit_note_id is null and (l->>'position')::int = w.position))
    or exists (select from sales_document d join sales_document_line l on l.document_id = d.id
      where d.order_id = o.id and l.position is not null group by l.position
      having sum(case d.kind when 'invoice' then l.quantity else -l.quantity end) < 0)`

// Refunds that were made before there were credit notes may have taken a part of the payment.
export const wrongRefunds = `
  select o.reference, d.number, d.total, r.refunded from sales_document d join orders o on o.id = d.order_id
  cross join lateral (select count(*) as count, sum(amount) filter (where state <> 'refused') as refunded
    from payment_refund where credit_note_id = d.id) r
  where d.kind = 'credit_note' and o.method = 'card' and o.invoice_number is null and o.state <> 'payment_reversed'
    and (r.count = 0 or r.refunded > d.total
      or (r.refunded < d.total and not exists (select from payment_refund x where x.credit_note_id = d.id and x.state = 'refused')))`

export const wronglyPaidOrders = `
  select o.reference, a.paid, a.back, d.invoiced, d.credited from orders o
  cross join lateral (select sum(case kind when 'invoice' then total end) as invoiced,
      coalesce(sum(case kind when 'credit_note' then total end), 0) as credited
    from sales_document where order_id = o.id) d
  cross join lateral (select sum(a.amount) as paid, sum(r.amount) as back from payment_attempt a
    cross join lateral (select coalesce(sum(r.amount), 0) as amount from payment_refund r
      where r.attempt_id = a.id and not exists (select from payment_refund again where again.repeats_id = r.id)) r
    where a.order_id = o.id and a.state in ('paid', 'voided')) a
  where o.method = 'card' and o.invoice_number is null and a.paid - a.back <> d.invoiced - d.credited
    and (select sum(l.quantity) from order_line l where l.order_id = o.id) <= (
      select sum(l.quantity) from sales_document s join sales_document_line l on l.document_id = s.id
      where s.order_id = o.id and s.kind = 'invoice' and l.kind = 'goods')`

// A payment that the provider took back may have been invoiced before.
export const wronglyDueOrders = `
  select o.reference, o.state, o.payment_due, o.on_stop, p.paid, i.total as invoiced from orders o
  cross join lateral (select coalesce(sum(amount) filter (where state in ('paid', 'voided')), 0) as paid,
      coalesce(bool_or(state = 'reversed'), false) as is_reversed from payment_attempt where order_id = o.id) p
  cross join lateral (select coalesce(sum(total), 0) as total from sales_document
    where order_id = o.id and kind = 'invoice') i
  where (o.payment_due and order_is_despatchable(o.state) and not o.on_stop)
    or (o.payment_due and coalesce(o.method not in ('card', 'counter'), true))
    or (o.method = 'free' and p.paid > 0)
    or (o.method in ('card', 'counter') and i.total > p.paid and not p.is_reversed)`

// What was entered wrongly counts in neither.
export const wrongCashSheets = `
  select k.kind, s.total as sheets, p.total - b.total as payments from unnest(array['cash', 'terminal', 'bank']) k (kind)
  cross join lateral (select coalesce(sum(amount), 0) as total from cash_movement where kind = k.kind) s
  cross join lateral (select coalesce(sum(amount), 0) as total from payment_attempt
    where provider = k.kind and state = 'paid') p
  cross join lateral (select coalesce(sum(r.amount), 0) as total from payment_refund r
    join payment_attempt a on a.id = r.attempt_id where a.provider = k.kind and a.state = 'paid' and r.state = 'done') b
  where s.total <> p.total - b.total`

// Credited pieces have been sent before, or are withdrawn. Staff may send some free of charge: tests that do so send them.
export const creditedAndToSend = `
  select o.reference, l.position, l.despatched_quantity, l.withdrawn_quantity, c.pieces from orders o
  join order_line l on l.order_id = o.id
  cross join lateral (
    select coalesce(sum(dl.quantity), 0) as pieces from sales_document d join sales_document_line dl on dl.document_id = d.id
    where d.order_id = o.id and d.kind = 'credit_note' and dl.position = l.position) c
  where order_is_despatchable(o.state) and l.quantity > l.despatched_quantity + l.withdrawn_quantity
    and c.pieces > l.despatched_quantity + l.withdrawn_quantity`
