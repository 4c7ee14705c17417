-- compatible with 091
--
-- Staff who make a quote find its customer by any part of the name, the e-mail address or the company.
create index person_parts on person using gin (name gin_trgm_ops, email gin_trgm_ops);
create index company_parts on company using gin (name gin_trgm_ops, account_number gin_trgm_ops);
