-- Teams. A business is the account that it began with: its data keep that account's key. That account owns it unless a member
-- has the role owner.
create table team_members (
  business_id bigint      not null references accounts (id),
  account_id  bigint      not null references accounts (id),
  roles       text[]      not null check (
    cardinality(roles) between 1 and 3
    and roles <@ '{owner,catalogue,packing,finance,listings,orders}'
    -- Who owns a business needs no further role.
    and (roles = '{owner}' or not 'owner' = any (roles))
  ),
  joined_at   timestamptz not null,
  primary key (business_id, account_id)
);
create unique index team_members_owner on team_members (business_id) where roles = '{owner}';
create index team_members_account on team_members (account_id);

-- Invitations by email; of the token in the link only SHA-256 is stored.
create table team_invitations (
  id          bigint      generated always as identity primary key,
  public_id   text        not null unique,
  business_id bigint      not null references accounts (id),
  email       text        not null check (length(email) between 3 and 254),
  roles       text[]      not null check (
    cardinality(roles) between 1 and 3 and roles <@ '{catalogue,packing,finance,listings,orders}'
  ),
  token_hash  bytea       not null unique,
  invited_by  bigint      not null references accounts (id),
  sent_at     timestamptz not null,
  expires_at  timestamptz not null,
  outcome     text        check (outcome in ('accepted', 'revoked')),
  ended_at    timestamptz,
  constraint team_invitations_outcome check ((outcome is null) = (ended_at is null))
);
create unique index team_invitations_open on team_invitations (business_id, lower(email)) where outcome is null;
create index team_invitations_expiry on team_invitations (expires_at);

-- The businesses that an account may act for in one of these roles, its own among them.
create function f_businesses_of(member_id bigint, allowed text[]) returns setof bigint
  language sql stable parallel safe
as $$
  select member_id where 'owner' = any (allowed)
    and not exists (select from team_members t where t.business_id = member_id and t.roles = '{owner}')
  union
  select t.business_id from team_members t where t.account_id = member_id and t.roles && allowed
$$;

-- The accounts that may act for a business in one of these roles.
create function f_team_of(team_id bigint, allowed text[]) returns setof bigint
  language sql stable parallel safe
as $$
  select team_id where team_id is not null and 'owner' = any (allowed)
    and not exists (select from team_members t where t.business_id = team_id and t.roles = '{owner}')
  union
  select t.account_id from team_members t where t.business_id = team_id and t.roles && allowed
$$;

-- Vendors' changes are recorded too: `business_id` is the vendor's account, as `supplier_id` is the supplier's store. Of the roles
-- of a vendor's team, and of the new kinds of changes.
alter table audit_log
  add column business_id bigint references accounts (id),
  drop constraint audit_log_role_check,
  add constraint audit_log_role_check
    check (role in ('owner', 'catalogue', 'packing', 'finance', 'listings', 'orders', 'operator')),
  drop constraint audit_log_kind_check,
  add constraint audit_log_kind_check check (kind in ('store', 'bank_details', 'order_settings', 'team', 'status', 'review',
    'message', 'connection', 'pricing', 'selection', 'listing', 'settings')),
  add constraint audit_log_one_business check (supplier_id is null or business_id is null);
create index audit_log_business on audit_log (business_id, id) where business_id is not null;
