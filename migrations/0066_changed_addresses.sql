-- When an account got another mail address. The links that unsubscribe in mails of version 1.2.0 and before are not signed
-- with the address that the mail went to: they stop working with the first change of it.

alter table "user" add column email_changed_at timestamptz;

comment on column "user".email_changed_at is 'Null for an address that the account has had since 0066 at least, or from the beginning. It ends the links that unsubscribe of mails sent before 0066.';
