-- compatible with 102
-- An unsent e-mail that staff have given up: it is not tried again.
alter table mail_outbox add column given_up_at timestamptz;
