-- Not marked as compatible: an older release would return the stock of a released order a second time.
--
-- When the stock of an unpaid order was given back before the order itself ended; null: it holds its stock.
alter table orders add column stock_released_at timestamptz;
-- Where the customer's request came from (R-CALL-13), for as long as the order is open.
alter table orders add column client_network text;

-- Stock that is ordered but not yet despatched.
create or replace view stock_held as
  select l.product_id, sum(l.quantity)::int as quantity
  from orders o join order_line l on l.order_id = o.id
  where o.kind = 'order' and order_is_open(o.state) and o.stock_released_at is null
  group by l.product_id;
