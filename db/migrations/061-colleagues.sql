-- compatible with 056
-- Invitations of head buyers to colleagues: a link of one use. An accepted one stays until it expires, so that a repeated
-- click is recognised.
create table invitation (
  id int generated always as identity primary key,
  company_id int not null references company on delete cascade,
  email text not null check (email = lower(email) and length(email) <= 254),
  role text not null check (role in ('buyer', 'head_buyer')),
  needs_approval boolean not null,
  invited_by int not null references person on delete cascade,
  link_hash bytea not null unique,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  unique (company_id, email)
);
create index invitation_expires on invitation (expires_at);
create index invitation_invited_by on invitation (invited_by);

-- Ids of a person's own orders. What a person ordered for a company stays with the company when the person leaves it.
create function orders_of_person(of_person int) returns table (id bigint) language sql stable as $$
  select o.id from orders o join person p on p.id = o.person_id
  where o.person_id = of_person and (o.company_id is null or o.company_id = p.company_id)
$$;
