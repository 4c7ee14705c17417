-- What a product page shows besides the part itself: further pictures, the contents of a kit, who took whose place,
-- and what may stand in for it.

-- File names under /media/product/image/, in the order they are shown; the first picture is product.image.
alter table product add column more_images text[] not null default '{}';

create table kit_component (
  kit_product_id int not null references product on delete cascade,
  product_id int not null references product on delete cascade,
  quantity int not null default 1 check (quantity > 0),
  primary key (kit_product_id, product_id),
  check (kit_product_id <> product_id)
);
create index kit_component_product on kit_component (product_id);

-- "Replaces our …".
create index product_superseded_by on product (superseded_by) where superseded_by is not null;

-- Parts of one type that a list could not tell apart (the same measures, thread and rating), the most popular first.
create index product_same_details on product (type_id, details, popularity desc, id) where details <> '';
