-- The words a product is found by: one rule for the import and the demo catalogue.
-- Weights: A title and code, B brand and type, C attributes, D description.
-- Each word stands in it as written ('simple': prefixes while typing, corrections) and by its stem ('english': "filters").
-- Queries: to_tsquery('simple', 'hydrauli:*') and plainto_tsquery('english', 'oil filters').
-- The code is given whole and without its signs, so that "FHOIL1" is a word too.
create function product_words(title text, code text, brand text, type text, attributes text, description text)
  returns tsvector
  language sql immutable parallel safe
  return
    setweight(to_tsvector('simple', concat_ws(' ', title, code, code_key(code))), 'A') ||
    setweight(to_tsvector('simple', concat_ws(' ', brand, type)), 'B') ||
    setweight(to_tsvector('simple', coalesce(attributes, '')), 'C') ||
    setweight(to_tsvector('simple', coalesce(description, '')), 'D') ||
    setweight(to_tsvector('english', coalesce(title, '')), 'A') ||
    setweight(to_tsvector('english', concat_ws(' ', brand, type)), 'B') ||
    setweight(to_tsvector('english', coalesce(description, '')), 'D');
