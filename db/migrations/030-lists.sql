-- Saved machine parts lists: of a company, or of a person who buys for none.

create table product_list (
  id int generated always as identity primary key,
  company_id int references company on delete cascade,
  person_id int references person on delete cascade,
  name text not null check (name <> ''),
  -- The machine. What the catalogue loses, the list loses, and keeps the rest.
  make_id int references make on delete set null,
  model_id int references model on delete set null,
  variant_id int references variant on delete set null,
  fleet_numbers text[] not null default '{}',    -- the owner's names for the machines
  version int not null default 1,                -- two people at one list: who saves last must know of the other
  updated_by int references person on delete set null,
  updated_at timestamptz not null default now(),
  check ((person_id is null) <> (company_id is null))
);
create index product_list_company on product_list (company_id) where company_id is not null;
create index product_list_person on product_list (person_id) where person_id is not null;
create index product_list_variant on product_list (variant_id);
create index product_list_model on product_list (model_id);
create index product_list_make on product_list (make_id);

-- As typed: the same product may stand twice, for two places of a machine.
create table product_list_line (
  list_id int not null references product_list on delete cascade,
  position int not null,
  product_id int not null references product on delete cascade,
  quantity int not null check (quantity between 1 and 9999),
  primary key (list_id, position)
);
create index product_list_line_product on product_list_line (product_id);
