-- compatible with 052
-- Finds the ranges that hold a number without knowing make, kind or prefix: what was typed into the search field.
create index serial_range_numbers on serial_range using gist (int8range(from_number, to_number, '[]'));
