/** Statements of `checkInvariants`: what they find of orders is wrong. */

// Rounded half-up to the penny, once for the whole order (R-DELIVERY-3).
export const wrongTotals = `
  select o.reference from orders o
  cross join lateral (select coalesce(sum(unit_price * quantity), 0) as goods from order_line where order_id = o.id) l
  cross join lateral (select coalesce(sum(amount), 0) as off from order_voucher where order_id = o.id) v
  cross join lateral (select l.goods - v.off + coalesce(o.delivery_cost, 0) as net) n
  where o.subtotal <> l.goods or o.discount <> v.off or o.total <> n.net + o.vat
    or o.vat <> floor((n.net * o.vat_rate_bp + 5000) / 10000)`

export const decisionsWithoutEmail = `
  select o.reference, o.state, array_agg(m.kind) as mails from orders o
  left join mail_outbox m on m.dedupe_key in ('approval-given:' || o.reference, 'approval-refused:' || o.reference)
    and m.recipient = o.contact->>'email'
  where o.kind = 'approval_request' and o.contact->>'email' <> '' group by o.id
  having coalesce(string_agg(m.kind, ' '), '') <>
    case o.state when 'approved' then 'approval-given' when 'rejected' then 'approval-refused' else '' end`

export const quotesWithoutEmail = `
  select o.reference, o.state from orders o left join quote_offer q on q.order_id = o.id
  cross join lateral (select count(*) as priced from (
      select to_state, lag(to_state) over (order by id) as from_state from order_history
      where order_id = o.id and event is null) changes
    where to_state = 'quote_approved' and from_state is distinct from 'quote_accepted') h
  cross join lateral (select count(distinct split_part(dedupe_key, ':', 3)) as sent from mail_outbox where kind = 'quote-ready'
    and dedupe_key like 'quote-ready:' || o.reference || ':%') m
  where o.request_hash not like 'demo %' and o.contact->>'email' <> '' and (h.priced <> m.sent or (h.priced > 0) <> (q.order_id is not null)
    or (q.order_id is not null and (select count(*) from quote_offer_line l where l.order_id = o.id)
      <> (select count(*) from order_line l where l.order_id = o.id)))`

export const historiesWithGaps = `
  select o.reference, o.state, array_agg(h.to_state order by h.id) as history
  from orders o left join (
    select *, lag(to_state) over (partition by order_id order by id) as before,
      lead(id) over (partition by order_id order by id) is null as is_last from order_history
  ) h on h.order_id = o.id
  group by o.id
  having bool_or(h.id is null or h.from_state is distinct from h.before or h.actor = '' or h.why = ''
    or (h.is_last and h.to_state <> o.state))`

// Of companies whose open orders were all checked against today's limit. The shop may owe them money, which is credit too.
export const beyondCredit = `
  select c.account_number, c.credit_limit, w.open from company c cross join lateral (
    select sum(greatest(0, o.total - coalesce((select sum(d.total) from sales_document d
        where d.order_id = o.id and d.kind = 'invoice'), 0))) filter (where not o.credit_hold and o.credit_released_at is null) as open,
      bool_and((o.credit_check->>'limit')::int is not distinct from c.credit_limit) as is_checked
    from orders o where o.company_id = c.id and o.kind = 'order' and o.method = 'account' and order_is_despatchable(o.state)) w
  where w.is_checked and w.open + least(0, account_balance(c.id)) > c.credit_limit
  union all
  select o.reference, (o.credit_check->>'limit')::int, (o.credit_check->>'used')::int from orders o
  where (o.credit_check->>'used')::int > (o.credit_check->>'limit')::int
    and not o.credit_hold and o.credit_released_at is null`
