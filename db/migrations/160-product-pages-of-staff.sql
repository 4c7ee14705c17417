-- compatible with 102
-- Products are changed in the browser: the last change of each can be undone, and a changed path redirects for ever,
-- whether staff or an import changed it.
create table product_change (
  product_id int primary key references product on delete cascade,
  before jsonb not null,                 -- the part as it was before its last change
  after_version text not null,           -- the version that this change led to; a later one cannot be undone with it
  at timestamptz not null
);

create table product_path_redirect (
  path text primary key,
  product_id int not null references product on delete cascade
);
create index product_path_redirect_product on product_path_redirect (product_id);

create function redirect_changed_path() returns trigger language plpgsql as $$
begin
  delete from product_path_redirect where path = new.path;
  if tg_op = 'UPDATE' then
    insert into product_path_redirect (path, product_id) values (old.path, new.id)
      on conflict (path) do update set product_id = excluded.product_id;
  end if;
  return null;
end $$;
create trigger product_path_changed after update of path on product
  for each row when (old.path <> new.path) execute function redirect_changed_path();
create trigger product_path_added after insert on product
  for each row execute function redirect_changed_path();

create table product_related (
  product_id int not null references product on delete cascade,
  related_id int not null references product on delete cascade,
  primary key (product_id, related_id),
  check (product_id <> related_id)
);
create index product_related_related on product_related (related_id);

-- By the name of the file: what a picture shows, for those who do not see it.
alter table product add column picture_texts jsonb not null default '{}';

-- The list of products without a picture.
create index product_without_picture on product (code) where image is null;
-- What the list of products filters and sorts by, read in one pass of the index.
create index product_listed on product (code, id) include (brand_id, type_id, price, for_sale);
