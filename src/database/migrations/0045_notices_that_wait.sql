-- What a provider tells of a refund or a dispute may come before the money it is about: until then the word waits here.
alter table payment_notices
  -- What the provider calls the money that the word waits for.
  add column waits_for text,
  -- What it said, as the shop's port says it.
  add column word jsonb,
  add constraint payment_notices_word check ((waits_for is null) = (word is null));
create index payment_notices_waiting on payment_notices (provider, waits_for) where waits_for is not null;

-- When the page of an attempt was ended at its provider, as its order was paid otherwise or had ended.
alter table payments add column page_closed_at timestamptz;
create index payments_open_pages on payments (provider, id) where state = 'pending' and page_closed_at is null;

-- Notices are dropped after 18 months.
create index payment_notices_received on payment_notices (received_at);

-- Of Stripe's events whole bodies were kept, the payers' names, addresses and phones among them. What stays is what
-- src/connectors/stripe/kept.ts keeps of new ones.
create function pg_temp.scalars(object jsonb, names text[]) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(object)
  where key = any(names) and jsonb_typeof(value) not in ('object', 'array')
$$;

create function pg_temp.kept(body text) returns text language plpgsql immutable as $$
declare
  event jsonb;
  told jsonb;
begin
  event := body::jsonb;
  told := case jsonb_typeof(event #> '{data,object}') when 'object' then event #> '{data,object}' else '{}' end;
  return pg_temp.scalars(event, '{id,object,type,created,livemode,account,api_version}') || jsonb_build_object(
    'data', jsonb_build_object('object', pg_temp.scalars(told, '{id,object,amount,amount_received,amount_refunded,amount_total,charge,client_reference_id,created,currency,failure_reason,latest_charge,livemode,payment_intent,payment_status,reason,status}')));
exception when others then
  -- No JSON that PostgreSQL reads: then nothing of it can be told apart from the payer's data.
  return '{}';
end
$$;

update payment_notices set body = pg_temp.kept(body) where provider = 'stripe';
