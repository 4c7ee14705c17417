-- compatible with 102
-- What a voucher was worth when it was used: basis points of a percentage, pence ex VAT of a fixed sum, 0 of a free
-- delivery. The summary is what the customer read, and no rule reads it. Null of what an earlier release inserts: then the
-- voucher itself says it.
alter table order_voucher
  add column kind text,
  add column rate int,
  add constraint order_voucher_kind check (kind in ('percentage', 'fixed', 'free_delivery')) not valid,
  add constraint order_voucher_rate check (rate >= 0) not valid;
update order_voucher set
  kind = case when summary = 'Free delivery' then 'free_delivery'
    when summary ~ '^[0-9.]+% off$' then 'percentage' else 'fixed' end,
  rate = case when summary = 'Free delivery' then 0
    else round(substring(replace(summary, ',', '') from '([0-9]+(?:[.][0-9]+)?)')::numeric * 100)::int end
where summary = 'Free delivery' or summary ~ '^[0-9.]+% off$' or summary ~ '^£[0-9,.]+ off$';
