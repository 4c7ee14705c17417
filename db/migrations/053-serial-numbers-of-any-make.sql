-- compatible with 052
-- Finds the ranges that hold a number without knowing its make and kind: what was typed into the search field. An open
-- range ends at twice its start here: beyond it other makes are likelier (listPlateMatches in src/features/finder/queries.ts).
create index serial_range_of_number on serial_range
  using gist (int8range(from_number, coalesce(to_number, 2 * from_number), '[]')) where prefix = '';
create index serial_range_of_digits on serial_range
  using gist (int8range(from_number, coalesce(to_number, 2 * from_number), '[]')) where prefix <> '';
