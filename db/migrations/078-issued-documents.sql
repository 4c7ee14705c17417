-- Not marked as compatible, as 071: an older release would go on numbering invoices in invoice_counter.
--
-- Documents are dated in the order of their numbers, also after a clock was set back.
alter table sales_document_counter add column last_issued_at timestamptz;
update sales_document_counter c
set last = (select greatest(c.last, i.last) from invoice_counter i),
  last_issued_at = (select max(placed_at) from orders where invoice_number is not null)
where kind = 'invoice';

-- When its first invoice was issued; orders that were numbered before have theirs written by the job of the minute.
alter table orders add column invoiced_at timestamptz;
create index orders_not_invoiced on orders (placed_at, id) where invoiced_at is null and placed_at is not null;
