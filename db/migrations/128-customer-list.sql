-- compatible with 127
--
-- The list of customers reads neither all people to sort and count those without a company, nor each company's people.
drop index person_by_name;
create index person_by_name on person (lower(name), id) where company_id is null and not 'staff' = any(roles);
create index person_head_buyers on person (company_id)
  where company_id is not null and 'head_buyer' = any(roles) and disabled_at is null;
