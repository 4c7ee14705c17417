-- compatible with 102
--
-- The links of an order's e-mails are signed with it. It is raised when staff correct the e-mail address, so that the links
-- that went to another address open nothing any more. Those of version 0 are signed as before.
alter table orders add column link_version int not null default 0;
