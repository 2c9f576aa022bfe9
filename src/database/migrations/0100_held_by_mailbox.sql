-- Unpaid orders are counted by the mailbox of their address (`f_mailbox`), as limits of mails are: what follows a + gave
-- everybody as many addresses, each with its own bound, as they liked.
drop index purchases_held_by_email;
create index purchases_held_by_mailbox on purchases (f_mailbox(email)) where paid_at is null and closed_at is null;
