-- What the import brought. --replace takes out only that: the demo's rows are always there, and what staff entered
-- by hand is theirs. (Products and cross-references tell by `demo`.)
alter table variant add column imported boolean not null default false;
alter table fitment add column imported boolean not null default false;
alter table serial_range add column imported boolean not null default false;
alter table customer_price add column imported boolean not null default false;

-- Taken out of the range by --replace, not by staff: the import that names the product again brings it back.
alter table product add column withdrawn boolean not null default false;

-- What unfinished orders hold: it is still in the warehouse and counted there.
create view stock_held as
  select l.product_id, sum(l.quantity)::int as quantity
  from orders o join order_line l on l.order_id = o.id
  where o.holds_stock and o.state in ('saved', 'awaiting_payment')
  group by l.product_id;
