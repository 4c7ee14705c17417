-- The words a product is found by: one rule for the import and the demo catalogue.
-- Weights: A title and code, B brand and type, C attributes, D description.
-- Each word stands in it as written ('simple': prefixes while typing, corrections) and by its stem ('english': "filters").
-- Queries: to_tsquery('simple', 'hydrauli:*') and plainto_tsquery('english', 'oil filters').
-- The code is given whole and without its signs, so that "FHOIL1" is a word too.
-- Accents are removed, here and in queries (src/lib/fold-accents.ts).
create function unaccented(text text)
  returns text
  language sql immutable parallel safe
  return replace(replace(translate(regexp_replace(normalize(coalesce(text, ''), NFKD), '[\u0300-\u036f]', '', 'g'),
    'łŁđĐøØ', 'lLdDoO'), 'ß', 'ss'), 'æ', 'ae');

create function product_words(title text, code text, brand text, type text, attributes text, description text)
  returns tsvector
  language sql immutable parallel safe
  return
    setweight(to_tsvector('simple', unaccented(concat_ws(' ', title, code, code_key(code)))), 'A') ||
    setweight(to_tsvector('simple', unaccented(concat_ws(' ', brand, type))), 'B') ||
    setweight(to_tsvector('simple', unaccented(attributes)), 'C') ||
    setweight(to_tsvector('simple', unaccented(description)), 'D') ||
    setweight(to_tsvector('english', unaccented(title)), 'A') ||
    setweight(to_tsvector('english', unaccented(concat_ws(' ', brand, type))), 'B') ||
    setweight(to_tsvector('english', unaccented(description)), 'D');
