-- compatible with 102
-- What a product costs the shop, in pence ex VAT; null: not known. Staff who are no managers sell nothing below it.
alter table product add column cost int, add constraint product_cost check (cost >= 0) not valid;
