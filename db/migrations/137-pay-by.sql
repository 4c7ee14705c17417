-- compatible with 126
-- Until when goods are held for the money of a pro forma; null: until staff decide.
alter table orders add column pay_by date;
create index orders_to_pay on orders (pay_by, id) where payment_due;
