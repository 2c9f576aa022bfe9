-- Roles of operators are stored as those of teams are, with the operator's account as its own business: `support` is new. Without a
-- row an operator is an owner, as all were. What operators do with accounts is recorded in the audit log.

alter table team_members
  drop constraint team_members_roles_check,
  add constraint team_members_roles_check
    check (
      cardinality(roles) between 1 and 3
      and roles <@ '{owner,catalogue,packing,finance,listings,orders,support}'
      and (roles = '{owner}' or not 'owner' = any (roles))
    );

alter table audit_log
  drop constraint audit_log_kind_check,
  add constraint audit_log_kind_check check (kind ~ '^[a-z_]{1,40}$');

-- How operators find accounts: by how a name or an address begins.
create index accounts_email_prefix on accounts (lower(email) text_pattern_ops);
create index accounts_name_prefix on accounts (lower(first_name || ' ' || last_name) text_pattern_ops);
create index accounts_last_name_prefix on accounts (lower(last_name) text_pattern_ops);
create index accounts_of_operators on accounts (id) where type = 'operator';
create index sessions_of_accounts on sessions (account_id, created_at desc);
