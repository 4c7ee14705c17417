alter table product add column more_images text[] not null default '{}';

create table kit_component (
  kit_product_id int not null references product on delete cascade,
  product_id int not null references product on delete cascade,
  quantity int not null default 1 check (quantity > 0),
  primary key (kit_product_id, product_id),
  check (kit_product_id <> product_id)
);
create index kit_component_product on kit_component (product_id);
create index product_superseded_by on product (superseded_by) where superseded_by is not null;
create index product_same_details on product (type_id, details) where details <> '';
