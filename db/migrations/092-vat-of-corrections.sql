-- compatible with 090
--
-- What the VAT of an order was before a correction: a payment counts in its period as the order was then. Null: an older
-- release wrote the row.
alter table order_correction add column vat_before int, add column vat_rate_bp_before int;

alter table order_correction disable trigger order_correction_append_only;
with rates as (
  select c.id, c.total_before, coalesce((
      select (replace(change->>'before', '%', '')::numeric * 100)::int
      from order_correction later cross join lateral jsonb_array_elements(later.changes) change
      where later.order_id = c.order_id and later.id >= c.id and change->>'name' = 'VAT rate'
      order by later.id limit 1), o.vat_rate_bp) as bp
  from order_correction c join orders o on o.id = c.order_id
)
update order_correction c set vat_rate_bp_before = rates.bp,
  vat_before = round(rates.total_before * rates.bp::numeric / (10000 + rates.bp))
from rates where rates.id = c.id;
alter table order_correction enable trigger order_correction_append_only;

create index order_correction_at on order_correction (at);

-- A refund of a held order of which nothing is invoiced: its credit note is issued with the order's invoice.
create table deferred_credit_note (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  at timestamptz not null,
  staff_id int not null references person,
  request_key text unique,                             -- of the form: the same press twice refunds once
  reason text not null,
  lines jsonb not null,                                -- DocumentLine[] (src/features/orders/documents/document.ts)
  net int not null,                                    -- pence
  vat int not null,
  credit_note_id bigint unique references sales_document  -- null: it is not issued yet
);
create index deferred_credit_note_order on deferred_credit_note (order_id) where credit_note_id is null;

alter table payment_refund add column deferred_credit_note_id bigint references deferred_credit_note;
