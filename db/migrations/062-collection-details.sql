-- compatible with 049
-- Address and hours of the place where the order is collected, as they were shown when it was saved: a line each.
alter table orders add column collection_details text[] not null default '{}';
