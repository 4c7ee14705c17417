-- compatible with 126
--
-- Staff make and change companies and their people. Several migrations need these columns: whichever runs first adds them.
alter table company
  add column if not exists company_number text,
  add column if not exists eori text,
  -- Days to pay, from the invoice or from the end of its month; null: the shop's.
  add column if not exists terms_days int,
  add column if not exists terms_kind text,
  add column if not exists accounts_emails text[] not null default '{}',
  add column if not exists stop_reason text not null default '',
  add column if not exists notes text not null default '';
alter table company add constraint company_terms check (
  (terms_days is null) = (terms_kind is null) and terms_days between 0 and 365 and terms_kind in ('days', 'end_of_month')
) not valid;

-- Of an invitation by staff; null: those of the head buyer who invites. Older releases refuse invitations by staff.
alter table invitation add column permissions text[];

-- The list of customers by name, and what it is searched by.
create index company_by_name on company (lower(name), id);
create index person_by_name on person (lower(name), id) where company_id is null;
create index company_vat on company (search_key(vat_registration));
create index address_postcode on address (search_key(postcode) text_pattern_ops);
create index person_telephone on person using gin (search_telephones(telephone));
create index address_telephone on address using gin (search_telephones(telephone));
