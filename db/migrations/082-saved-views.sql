-- compatible with 081
--
-- Lists of the back office with the filters and the sorting that a member of staff has saved.
create table saved_view (
  id int generated always as identity primary key,
  person_id int not null references person on delete cascade,
  section text not null,                               -- a key of src/features/admin/table/saved-view.ts
  name text not null check (length(name) between 1 and 60),
  query text not null check (length(query) <= 1000),   -- what follows the '?'
  unique (person_id, section, name)
);
