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
