-- compatible with 102
-- Prices by rule and day. A company belongs to a price list, whose rules change the list price of all products, those of a
-- type or brand, or one; customer_price stays the most specific.
create extension if not exists btree_gist;

create table price_list (
  id int generated always as identity primary key,
  name text not null check (name <> ''),
  request_key text unique                              -- of the form that created it, as in the tables below
);
create unique index price_list_name on price_list (lower(name));

alter table company
  add column price_list_id int,
  add constraint company_price_list foreign key (price_list_id) references price_list not valid;
create index company_price_list_id on company (price_list_id) where price_list_id is not null;

create table price_rule (
  id int generated always as identity primary key,
  price_list_id int not null references price_list,
  scope text not null check (scope in ('all', 'type', 'brand', 'product')),
  type_id int references product_type on delete cascade,
  brand_id int references brand on delete cascade,
  product_id int references product on delete cascade,
  -- What the rule is for, as one number: the more specific, the larger.
  target bigint not null generated always as (
    case scope when 'all' then 0 when 'type' then 1 when 'brand' then 2 else 3 end * 4294967296
      + coalesce(product_id, brand_id, type_id, 0)) stored,
  kind text not null check (kind in ('percent_off', 'percent_on', 'fixed')),
  value int not null,                                  -- hundredths of a percent; of a fixed price pence ex VAT
  min_quantity int not null default 1 check (min_quantity > 0),
  valid_from date not null,
  valid_to date,                                       -- its last day; the day before valid_from: it never applies
  created_by int references person,
  created_at timestamptz not null default now(),
  request_key text unique,
  check ((type_id is not null) = (scope = 'type')),
  check ((brand_id is not null) = (scope = 'brand')),
  check ((product_id is not null) = (scope = 'product')),
  check (value >= 0 and (kind = 'fixed' or value between 1 and 9999)),
  check (valid_to >= valid_from - 1),
  constraint price_rule_overlap exclude using gist (price_list_id with =, target with =, min_quantity with =,
    daterange(valid_from, valid_to + 1) with &&)
);
create index price_rule_target on price_rule (price_list_id, target, min_quantity);
create index price_rule_type on price_rule (type_id) where type_id is not null;
create index price_rule_brand on price_rule (brand_id) where brand_id is not null;
create index price_rule_product on price_rule (product_id) where product_id is not null;

-- A change of list prices that was scheduled for a day: 'Fleetguard + 4 %'.
create table price_change (
  id int generated always as identity primary key,
  title text not null,
  starts date not null,
  created_by int references person,
  created_at timestamptz not null,
  cancelled_by int references person,
  cancelled_at timestamptz,
  applied_at timestamptz,                              -- when its prices became those of product
  request_key text not null unique,
  check (applied_at is null or cancelled_at is null)
);
create index price_change_open on price_change (starts) where applied_at is null and cancelled_at is null;

-- The list prices of that change. product.price is the list price of today, which all readers of products read.
create table product_price (
  change_id int not null references price_change on delete cascade,
  product_id int not null references product on delete cascade,
  price_before int,                                    -- when it was scheduled
  price int not null check (price >= 0),
  primary key (change_id, product_id)
);
create index product_price_product on product_price (product_id);

-- The shop's day.
create function london_day() returns date language sql stable parallel safe
  return (now() at time zone 'Europe/London')::date;

-- The functions below are read in FROM, where the planner replaces each with its statement, so that they cost no calls. For that
-- their arguments have no subqueries, and are columns of the product instead of its id.

-- The list price of a product on a day; null, or a day before tomorrow: today's.
create function list_price(item_id int, price_today int, on_day date) returns table (price int)
  language sql stable parallel safe as $$
  select case when on_day > london_day() then coalesce((
    select pp.price from product_price pp join price_change pc on pc.id = pp.change_id
    where pp.product_id = item_id and pc.starts <= on_day and pc.applied_at is null and pc.cancelled_at is null
    order by pc.starts desc, pc.id desc limit 1), price_today) else price_today end
$$;

-- What a rule makes of a list price. Rounded half up to the penny. A fixed price is never above the list price.
create function apply_price_rule(rule_kind text, rule_value int, base_price int) returns int
  language sql immutable parallel safe
  return case rule_kind when 'fixed' then least(rule_value, base_price)
    when 'percent_off' then ((base_price::bigint * (10000 - rule_value) + 5000) / 10000)::int
    else ((base_price::bigint * (10000 + rule_value) + 5000) / 10000)::int end;

-- What the rules of a list, or of the list of a company, make of a list price; null: no rule applies, or one of percent to no
-- price. The most specific rule applies, of those the one from the largest quantity: rules never add up.
create function rule_price(for_company int, list_id int, item_id int, item_brand int, item_type int, base_price int,
    pieces int, on_day date) returns table (price int) language sql stable parallel safe as $$
  select apply_price_rule(r.kind, r.value, base_price) from price_rule r
  where r.price_list_id = coalesce(list_id, (select co.price_list_id from company co where co.id = for_company))
    and r.target = any(array[0, 4294967296 + item_type, 8589934592 + item_brand, 12884901888 + item_id])
    and r.min_quantity <= pieces
    and r.valid_from <= coalesce(on_day, london_day())
    and (r.valid_to is null or r.valid_to >= coalesce(on_day, london_day()))
  order by r.target desc, r.min_quantity desc limit 1
$$;

-- What a company pays for one of so many pieces, in pence ex VAT; null: on request. `on_day` null: today.
create function price_of(for_company int, item_id int, item_brand int, item_type int, price_today int, pieces int, on_day date)
  returns table (price int) language sql stable parallel safe as $$
  select coalesce(
    (select c.price from customer_price c
      where c.company_id = for_company and c.product_id = item_id and c.min_quantity <= pieces
      order by c.min_quantity desc limit 1),
    (select r.price from rule_price(for_company, null, item_id, item_brand, item_type, l.price, pieces, on_day) r),
    l.price)
  from list_price(item_id, price_today, on_day) l
$$;

-- From which quantities on a company pays something else than for fewer.
create function price_breaks(for_company int, item_id int, item_brand int, item_type int, price_today int)
  returns table (from_quantity int, price int) language sql stable parallel safe as $$
  select b.from_quantity, b.price from (
    select q.quantity as from_quantity, o.price, lag(o.price) over (order by q.quantity) as price_before
    from (
      select 1 as quantity
      union select c.min_quantity from customer_price c where c.company_id = for_company and c.product_id = item_id
      union select r.min_quantity from price_rule r
        where r.price_list_id = (select co.price_list_id from company co where co.id = for_company)
          and r.target = any(array[0, 4294967296 + item_type, 8589934592 + item_brand, 12884901888 + item_id])
    ) q cross join lateral price_of(for_company, item_id, item_brand, item_type, price_today, q.quantity, null) o
  ) b where b.from_quantity > 1 and b.price is distinct from b.price_before
  order by b.from_quantity
$$;
