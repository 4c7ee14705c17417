-- compatible with 102
-- Companies that apply for a trade account. `form`: as it was typed, in its stored form.
create table trade_application (
  id int generated always as identity primary key,
  request_key text not null unique,                    -- the same form on the same day is one application
  form jsonb not null,
  state text not null default 'unconfirmed' check (state in ('unconfirmed', 'waiting', 'approved', 'refused')),
  created_at timestamptz not null,
  confirmed_at timestamptz,                            -- with the link of the e-mail
  decided_at timestamptz,
  decided_by int references person,
  company_id int references company,                   -- that was opened
  reason text not null default '',                     -- why it was refused
  check ((decided_at is null) = (state in ('unconfirmed', 'waiting'))),
  check ((company_id is not null) = (state = 'approved'))
);
create index trade_application_state on trade_application (state, id);
