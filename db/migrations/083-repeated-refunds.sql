-- compatible with 082
--
-- A refund that the card provider refused is outstanding until another refund repeats it, for the same sum.
alter table payment_refund add column repeats_id bigint unique references payment_refund;
update payment_refund r set repeats_id = before.id
from payment_refund before
where before.state = 'refused' and before.id = (
  select max(earlier.id) from payment_refund earlier
  where earlier.attempt_id = r.attempt_id and earlier.id < r.id
    and earlier.credit_note_id is not distinct from r.credit_note_id);
