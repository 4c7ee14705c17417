-- compatible with 049
-- Staff edit synonyms: a form names the row, and the version that its page showed.

alter table search_synonym
  add column id int generated always as identity unique,
  add column version int not null default 1;
