-- People, the companies they buy for, and how we know who is asking.

create table company (
  id int generated always as identity primary key,
  account_number text not null unique check (account_number = upper(account_number)),
  name text not null,
  vat_registration text,
  on_stop boolean not null default false
);

create table person (
  id int generated always as identity primary key,
  company_id int references company,
  email text not null unique check (email = lower(email) and length(email) <= 254),
  name text not null,
  telephone text,
  password_hash text not null,
  vat text,
  roles text[] not null default '{buyer}',
  permissions text[] not null default '{}',
  orders_require_approval boolean not null default false,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  disabled_at timestamptz
);
create index person_company on person (company_id);

-- An address belongs to a person, or (an imported account address) to a company.
create table address (
  id int generated always as identity primary key,
  person_id int references person on delete cascade,
  company_id int references company on delete cascade,
  firstname text not null,
  surname text not null,
  company text not null default '',
  line_1 text not null,
  line_2 text not null default '',
  line_3 text not null,
  line_4 text not null default '',
  postcode text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  telephone text not null default '',
  billing boolean not null default false,
  imported boolean not null default false,
  created_at timestamptz not null default now(),
  check ((person_id is null) <> (company_id is null))
);
create index address_person on address (person_id);
create index address_company on address (company_id);

-- One row per browser that logged in or ordered. Only the hash of the cookie is stored.
create table session (
  id_hash bytea primary key,
  person_id int references person on delete cascade,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_person on session (person_id);
create index session_expires on session (expires_at);

-- Counted attempts: 'login:ip:…', 'exists:ip:…'. Lost at a crash, which is fine.
create unlogged table attempt_count (
  key text primary key,
  window_start timestamptz not null,
  count int not null
);
