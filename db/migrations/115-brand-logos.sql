-- compatible with 102
--
-- The picture of a brand, shown in listings in place of its name: a file of DATA_DIR/images, or one that the demo draws.
alter table brand add column logo text;
-- It came from brands.csv, so an import with --replace may remove it.
alter table brand add column logo_imported boolean not null default false;
