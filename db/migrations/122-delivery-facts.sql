-- compatible with 102
-- What an order says of its delivery besides service, day and price, as `deliveryFacts` in
-- src/features/delivery/chosen-delivery.ts has it. No rule reads delivery_title any more: it is written for releases that
-- do not know these facts, and goes when none of them runs. What reads or writes orders waits until all that is pending is
-- done: 28 seconds for this file and 14 for the next with 200,000 orders and 580,000 rows of history on two busy cores.
alter table orders
  add column delivery_facts jsonb,
  add constraint orders_delivery_facts
    check (delivery_facts is not null and jsonb_typeof(delivery_facts) = 'object') not valid;

-- 'about 2–3 weeks' → {"min": 14, "max": 21}, 'We will tell you the day' → null in JSON; SQL's null: neither.
create function parse_arrival(arrival text) returns jsonb language sql immutable as $$
  select case
    when lower(arrival) = 'we will tell you the day' then 'null'::jsonb
    when part is not null and (part[3] = 'week' and part[1]::int >= 2 or part[3] = 'day' and part[1]::int between 1 and 13)
      then jsonb_build_object('min', part[1]::int * factor, 'max', coalesce(part[2], part[1])::int * factor)
  end
  from (select part, case part[3] when 'week' then 7 else 1 end as factor
    from regexp_match(arrival, '^[Aa]bout ([0-9]{1,4})(?:–([0-9]{1,4}))? (day|week)s?$') as matched (part)) parsed
$$;

-- The facts of a sentence that an earlier release stored. It is part of them, as `text`, where its form is unknown, and
-- the words of its service, where they are not those of today.
create function parse_delivery_title(code text, delivery_day date, title text) returns jsonb
  language plpgsql stable as $$
declare
  before_noon text := case code when 'ND12' then ', before 12:00' else '' end;
  day_text text := to_char(delivery_day, 'FMDay FMDD FMMonth');
  together text := ' – Sent together once everything is in. Then: ';
  part text[];
  words text;
  isles boolean;
  names jsonb := '{"ND": "Next working day, before 17:30", "ND12": "Courier", "SAT": "Saturday delivery, before 17:30",
    "NAM": "Named day", "HI2": "Two working days, before 17:30", "NI2": "Two working days, before 17:30",
    "CI4": "Three to five working days, with customs", "IE3": "Two to three working days, with customs",
    "NO5": "Three to six working days, with customs", "PAL": "Pallet, two working days, tail lift",
    "QTD": "Delivery as quoted"}';
  precision_of jsonb := '{"CI4": "about", "NO5": "about", "QTD": "about", "IE3": "by"}';
  facts jsonb := case when precision_of ? code then jsonb_build_object('precision', precision_of -> code) else '{}' end;
begin
  if code = 'quote' and title = 'Ask for a quote – We’ll price goods and carriage for you' then return '{}'; end if;
  if code = 'COL' then
    part := regexp_match(title, '^Collection – (.*), ([^,]*)$');
    if part is null then return jsonb_build_object('text', title); end if;
    facts := jsonb_build_object('counter', part[1]);
    if delivery_day is null and parse_arrival(part[2]) is not null then
      return facts || jsonb_build_object('leadTime', parse_arrival(part[2]));
    end if;
    if part[2] ~ ('^' || day_text || ' from [0-9]{2}:[0-9]{2}$') then
      return facts || jsonb_build_object('readyFrom', right(part[2], 5));
    end if;
    return facts || jsonb_build_object('text', title);
  end if;

  isles := code = 'HI2' and (title ilike '%two to four working days');
  if isles then
    names := names || '{"HI2": "Two to four working days"}';
    facts := '{"precision": "by"}';
  end if;
  if delivery_day is not null then
    words := case facts ->> 'precision' when 'by' then 'By ' when 'about' then 'About ' else '' end
      || day_text || before_noon || ' – ';
    if starts_with(title, words) then
      words := substr(title, length(words) + 1);
      return facts || case when words = names ->> code then '{}' else jsonb_build_object('service', words) end;
    end if;
  elsif position(together in title) > 0 then
    part := array[split_part(title, together, 1), split_part(title, together, 2)];
    if right(part[1], length(before_noon)) = before_noon then
      part[1] := left(part[1], length(part[1]) - length(before_noon));
      if parse_arrival(part[1]) is not null and part[2] = lower(left(names ->> code, 1)) || substr(names ->> code, 2) then
        return facts || jsonb_build_object('leadTime', parse_arrival(part[1]), 'isTogether', true);
      end if;
    end if;
  elsif parse_arrival(title) is not null and title !~ '^A' then
    return jsonb_build_object('leadTime', parse_arrival(title));
  elsif title = (names ->> code) || before_noon then
    return facts;
  end if;
  return jsonb_build_object('text', title)
    || case when title like '% – %' then jsonb_build_object('service', regexp_replace(title, '^.*? – ', '')) else '{}' end;
end $$;

-- For releases before this one, as long as a process of one runs beside it.
create function complete_delivery_facts() returns trigger language plpgsql as $$
begin
  new.delivery_facts := parse_delivery_title(new.delivery_code, new.delivery_date, new.delivery_title);
  return new;
end $$;
create trigger orders_complete_delivery_facts before insert on orders for each row
  when (new.delivery_facts is null) execute function complete_delivery_facts();
create trigger orders_renew_delivery_facts before update of delivery_title on orders for each row
  when (new.delivery_title <> old.delivery_title and new.delivery_facts is not distinct from old.delivery_facts)
  execute function complete_delivery_facts();

update orders set delivery_facts = parse_delivery_title(delivery_code, delivery_date, delivery_title);
