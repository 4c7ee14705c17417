-- compatible with 101
--
-- Less is on hand than is allocated. A column of its own, because its value changes seldom: with `available` in an index,
-- each order would write all indexes of the stock rows it takes from.
alter table stock add column is_short boolean not null generated always as (available < 0) stored;
create index stock_short on stock (product_id) where is_short;
