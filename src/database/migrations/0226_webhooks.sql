-- Webhooks that other systems are sent: where to, which events, and every delivery.
create table webhook_endpoints (
  id              bigint generated always as identity primary key,
  public_id       text        collate "C" not null unique,
  -- The account that a business began with; null for an endpoint of the marketplace, which gets the events of all.
  business_id     bigint      references accounts (id) on delete cascade,
  url             text        not null check (length(url) between 9 and 500),
  description     text        not null check (length(description) <= 100),
  events          text[]      not null check (cardinality(events) between 1 and 60),
  -- The signing secrets, sealed; the one before signs too until `previous_until`.
  secret          bytea       not null,
  previous_secret bytea,
  previous_until  timestamptz,
  state           text        not null check (state in ('active', 'paused')),
  -- Why it was paused by itself.
  problem         text        check (length(problem) <= 300),
  -- Since when no delivery has succeeded, though some were tried.
  failing_since   timestamptz,
  created_by      bigint      references accounts (id) on delete set null,
  created_at      timestamptz not null,
  removed_at      timestamptz,
  check ((previous_secret is null) = (previous_until is null))
);
create index webhook_endpoints_business on webhook_endpoints (business_id, id) where removed_at is null;
create index webhook_endpoints_active on webhook_endpoints (id) where removed_at is null and state = 'active';

create table webhook_events (
  id          bigint generated always as identity primary key,
  public_id   text        collate "C" not null unique,
  type        text        not null check (length(type) <= 60),
  data        jsonb       not null,
  occurred_at timestamptz not null
);
create index webhook_events_occurred on webhook_events (occurred_at);

create table webhook_deliveries (
  id              bigint generated always as identity primary key,
  public_id       text        collate "C" not null unique,
  endpoint_id     bigint      not null references webhook_endpoints (id) on delete cascade,
  event_id        bigint      not null references webhook_events (id) on delete cascade,
  state           text        not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts        integer     not null default 0,
  -- Every attempt with its time, status, milliseconds, and what came back or stood in the way.
  log             jsonb       not null default '[]',
  next_attempt_at timestamptz,
  created_at      timestamptz not null,
  unique (endpoint_id, event_id),
  check ((state = 'pending') = (next_attempt_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'pending';
create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_event on webhook_deliveries (event_id);

-- Stores an event for the endpoints of a business that want it, and for those of the marketplace unless they have had it, in the
-- transaction that it happens in.
create function queue_webhook_event(business bigint, for_marketplace boolean, event_type text, event_data jsonb, at timestamptz)
returns void language plpgsql as $$
declare
  endpoints bigint[];
  stored    bigint;
begin
  select array_agg(w.id) into endpoints from webhook_endpoints w
    where w.removed_at is null and w.state = 'active' and event_type = any (w.events)
      and (w.business_id = business or (for_marketplace and w.business_id is null));
  if endpoints is null then
    return;
  end if;
  insert into webhook_events (public_id, type, data, occurred_at)
    values ('evt_' || replace(gen_random_uuid()::text, '-', ''), event_type, event_data, at) returning id into stored;
  insert into webhook_deliveries (public_id, endpoint_id, event_id, next_attempt_at, created_at)
    select 'dlv_' || replace(gen_random_uuid()::text, '-', ''), one, stored, at, at from unnest(endpoints) one;
  perform pg_notify('webhooks', '');
end
$$;

-- What happens to an order, for its supplier, the marketplace, and the vendor whose customer it is for.
create function supplier_order_webhook() returns trigger language plpgsql as $$
declare
  o     record;
  facts jsonb;
begin
  if new.to_state is not distinct from new.from_state or new.to_state in ('draft', 'awaiting_payment', 'expired')
    or not exists (select from webhook_endpoints where removed_at is null and state = 'active') then
    return null;
  end if;
  select x.public_id as id, s.owner_id as supplier_account, s.public_id as supplier, p.account_id, p.channel, p.vendor_order,
      p.vendor_reference into o
    from supplier_orders x join suppliers s on s.id = x.supplier_id join purchases p on p.id = x.purchase_id
    where x.id = new.supplier_order_id;
  facts := jsonb_build_object('order', o.id, 'supplier', o.supplier, 'state', new.to_state, 'previousState', new.from_state,
    'channel', o.channel);
  perform queue_webhook_event(o.supplier_account, true, 'order.' || new.to_state, facts, new.at);
  if o.channel = 'vendor' then
    perform queue_webhook_event(o.account_id, false, 'order.' || new.to_state,
      facts || jsonb_build_object('shopOrder', o.vendor_order, 'shopOrderNumber', o.vendor_reference), new.at);
  end if;
  return null;
end
$$;
create trigger supplier_order_webhook after insert on supplier_order_events
  for each row execute function supplier_order_webhook();

-- What becomes of an order of a vendor's own store.
create function shop_order_webhook() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.state = old.state or new.state not in ('to_pay', 'blocked', 'in_progress', 'completed', 'closed') then
    return null;
  end if;
  perform queue_webhook_event(new.account_id, false, 'shop_order.' || new.state,
    jsonb_build_object('shopOrder', new.public_id, 'shopOrderNumber', new.number, 'store', new.store_name, 'state', new.state,
      'reasons', to_jsonb(new.reasons), 'isPractice', new.is_practice),
    greatest(new.received_at, new.followed_at));
  return null;
end
$$;
create trigger shop_order_webhook after insert or update of state on shop_orders
  for each row execute function shop_order_webhook();

create function case_webhook() returns trigger language plpgsql as $$
declare
  o record;
begin
  if tg_op = 'UPDATE' and new.state = old.state then
    return null;
  end if;
  select x.public_id as id, s.owner_id into o
    from supplier_orders x join suppliers s on s.id = x.supplier_id where x.id = new.supplier_order_id;
  perform queue_webhook_event(o.owner_id, true,
    case when tg_op = 'INSERT' then 'case.opened' when new.state = 'closed' then 'case.closed' else 'case.updated' end,
    jsonb_build_object('case', new.public_id, 'order', o.id, 'kind', new.kind, 'state', new.state, 'outcome', new.outcome),
    new.updated_at);
  return null;
end
$$;
create trigger case_webhook after insert or update of state on cases
  for each row execute function case_webhook();

create function payout_webhook() returns trigger language plpgsql as $$
declare
  p record;
begin
  if new.to_state is not distinct from new.from_state or new.to_state not in ('prepared', 'sent', 'confirmed', 'failed') then
    return null;
  end if;
  select x.public_id as id, x.currency, x.amount, s.owner_id into p
    from payouts x join suppliers s on s.id = x.supplier_id where x.id = new.payout_id;
  perform queue_webhook_event(p.owner_id, true, 'payout.' || new.to_state,
    jsonb_build_object('payout', p.id, 'state', new.to_state, 'currency', p.currency, 'amount', p.amount), new.at);
  return null;
end
$$;
create trigger payout_webhook after insert on payout_events
  for each row execute function payout_webhook();
