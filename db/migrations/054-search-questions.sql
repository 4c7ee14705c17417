-- compatible with 049
-- How often a day questions found nothing, words of questions were left out, and slips were corrected: for the back office. Nothing
-- says who asked. Deleted after 90 days.

create table search_question (
  day date not null,
  kind text not null check (kind in ('nothing', 'dropped', 'corrected')),
  text text not null check (text <> ''),
  -- What was searched instead; '' unless corrected.
  correction text not null default '',
  count int not null check (count > 0),
  primary key (day, kind, text)
);
