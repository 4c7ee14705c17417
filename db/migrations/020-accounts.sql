-- What people need to look after their own accounts, and who did what to them.

-- A secret sent by mail: its hash, for one use. 'verify' proves the address, 'reset' allows a new password.
create table person_token (
  token_hash bytea primary key,
  person_id int not null references person on delete cascade,
  purpose text not null check (purpose in ('reset', 'verify')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index person_token_person on person_token (person_id);
create index person_token_expires on person_token (expires_at);

-- The second factor (TOTP, RFC 6238). The secret is sealed with the shop's own; a code is valid once: its step is stored.
alter table person
  add column totp_sealed text,
  add column totp_confirmed_at timestamptz,
  add column totp_last_step bigint,
  add column password_changed_at timestamptz;

create table recovery_code (
  code_hash bytea primary key,
  person_id int not null references person on delete cascade
);
create index recovery_code_person on recovery_code (person_id);

-- The password was right and the second factor is still to come: not a session yet.
create table login_step (
  token_hash bytea primary key,
  person_id int not null references person on delete cascade,
  redirect_to text not null,
  totp_sealed text,                                -- the secret being set up, where one must be
  expires_at timestamptz not null
);
create index login_step_expires on login_step (expires_at);

-- The address the checkout starts with; at most one of each kind for a person.
alter table address
  add column default_delivery boolean not null default false,
  add column default_billing boolean not null default false;
create unique index address_default_delivery on address (person_id) where default_delivery;
create unique index address_default_billing on address (person_id) where default_billing;

-- Who did what outside an order's own history: settings of a company, the back office.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,                             -- 'person 12'
  action text not null,                            -- 'approval required'
  subject text not null,                           -- 'person 14'
  detail text not null default ''
);
create index audit_subject on audit (subject, id);
create trigger audit_append_only before update or delete on audit
  for each row execute function refuse_change();
