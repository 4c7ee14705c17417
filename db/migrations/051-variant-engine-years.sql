-- compatible with 049
-- The engine and the years of manufacture of a machine; null: unknown. year_to is null too while the machine is made.
alter table variant
  add column engine text check (engine <> ''),
  add column year_from int check (year_from between 1900 and 2100),
  add column year_to int check (year_to between 1900 and 2100),
  add constraint variant_years check (year_to >= year_from);
