-- compatible with 056
-- Addresses of a company that are not imported are shared by its head buyers: all its people see them. So the default for
-- delivery may be an address that belongs to no single person, and is stored with whose default it is; that of one's own
-- addresses stays address.default_delivery. The service is preselected at the checkout.
alter table person
  add column default_company_address_id int references address on delete set null,
  add column default_delivery_service text;
create index person_default_company_address on person (default_company_address_id)
  where default_company_address_id is not null;
