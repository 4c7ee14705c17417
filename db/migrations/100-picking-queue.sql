-- compatible with 096
--
-- The part of the warehouse: a bin's text before its first separator. The picking queue lists and filters by it.
alter table stock add column area text
  generated always as (nullif(upper(substring(btrim(bin) from '^[^[:space:]./-]+')), '')) stored;
create index stock_area on stock (area);
-- The orders of which pieces are set aside.
create index order_line_with_set_aside on order_line (order_id) where set_aside_quantity > 0;
