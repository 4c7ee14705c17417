-- compatible with 046
-- E-mails to addresses that were typed without a login have an hourly limit; beyond it they wait or are dropped. Null: no
-- limit.
alter table mail_outbox add column over_limit text check (over_limit in ('wait', 'drop'));
