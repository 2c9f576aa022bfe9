-- Reports of conversations are decided on by operators, who remove messages and restore them.
alter table chat_reports add column public_id text;
update chat_reports set public_id = 'crp_' || md5(id::text || created_at::text || random()::text);
alter table chat_reports alter column public_id set not null;
create unique index chat_reports_public_id on chat_reports (public_id);
alter table chat_reports add column closed_at timestamptz;
alter table chat_reports add column closed_by bigint references accounts (id);
create index chat_reports_open on chat_reports (created_at) where closed_at is null;

-- What a removed message said stays for who decides; its conversation shows that there was one.
alter table chat_messages add column removed_at timestamptz;
alter table chat_messages add column removal_reason text check (length(removal_reason) <= 500);
alter table chat_messages add constraint chat_messages_removal check ((removed_at is null) = (removal_reason is null));
