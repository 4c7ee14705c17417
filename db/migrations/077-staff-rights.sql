-- compatible with 076
--
-- What a member of staff may do in the back office: warehouse, sales, accounts, catalogue. Null: everything.
alter table person add column staff_rights text[];
alter table person add constraint person_staff_rights_check
  check (staff_rights <@ array['warehouse', 'sales', 'accounts', 'catalogue']) not valid;
