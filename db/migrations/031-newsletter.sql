-- Who gets the newsletter, with the proof of consent. Only addresses that were confirmed by mail get letters.

create table newsletter_subscription (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email) and email <> ''),
  asked_at timestamptz not null,                 -- the link of the mail names it: an older link no longer works
  expires_at timestamptz not null,               -- until when the address can be confirmed
  confirmed_at timestamptz,
  unsubscribed_at timestamptz
);
create index newsletter_unconfirmed on newsletter_subscription (expires_at) where confirmed_at is null;

-- What was agreed to or taken back, when and from where. It goes only with the address itself.
create table newsletter_consent (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references newsletter_subscription on delete cascade,
  at timestamptz not null,
  event text not null check (event in ('asked', 'confirmed', 'unsubscribed')),
  words text not null,                           -- as they were read; '' when nothing was agreed to
  source text not null,                          -- the page it was sent from
  ip_hash bytea not null                         -- keyed: the address itself is not kept
);
create index newsletter_consent_subscription on newsletter_consent (subscription_id);
create trigger newsletter_consent_stays before update on newsletter_consent
  for each row execute function refuse_change();
