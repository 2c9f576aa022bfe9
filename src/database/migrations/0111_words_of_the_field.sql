-- One word for one thing (docs/glossary.md): tables, columns and the names that PostgreSQL made of them.
-- Nothing is copied: only names change, and the value 'person' of a conversation's side.

alter table people rename to accounts;
alter table wishes rename to wishlist_items;
alter table mails rename to emails;
alter table notification_choices rename to notification_preferences;
alter table payment_notices rename to payment_webhook_events;
alter table carrier_notices rename to carrier_webhook_events;
alter table settlement_doubts rename to settlement_discrepancies;
alter table case_letters rename to case_message_emails;
alter table chargeback_parts rename to chargeback_shares;

alter table conversations rename column person_id to customer_id;
alter table conversations rename column person_read to customer_read;
alter table conversations rename column person_unread to customer_unread;
alter table conversations rename column person_unread_since to customer_unread_since;
alter table conversations rename column person_blocked_at to customer_blocked_at;
alter table conversations rename column mailed_number to emailed_number;
alter table chat_inboxes rename column mailed_at to emailed_at;
alter table chat_inboxes rename column mailed_message_id to emailed_message_id;
alter table wishlists rename column letters to email_count;
alter table wishlist_items rename column told_amount to alert_amount;
alter table wishlist_items rename column dearer_since to raised_since;
alter table wishlist_items rename column dearer_amount to raised_amount;
alter table wishlist_items rename column awaits_return to stock_alert;
alter table notification_preferences rename column wanted to is_enabled;
alter table newsletter_issues rename column pieces to products;
alter table suppliers rename column story to description;
alter table supplier_figures rename column pieces to products;
alter table supplier_figure_deltas rename column pieces to products;
alter view supplier_figures_now rename column pieces to products;
alter table purchases rename column pieces to units;
alter table cases rename column given_amount to refunded_amount;
alter table cases rename column is_further to is_follow_up;
alter table case_message_emails rename column written_at to sent_at;
alter table case_message_emails rename column waiting_entry_id to pending_entry_id;
alter table parcels rename column said_at to reported_delivered_at;
alter table parcel_labels rename column refund_asked_at to refund_requested_at;
alter table parcel_labels rename column refund_look_at to refund_check_at;
alter table parcel_labels rename column next_look_at to next_check_at;
alter table parcel_trackings rename column next_look_at to next_check_at;
alter table tracking_events rename column place to location;
alter table refund_requests rename column ask_at to next_attempt_at;
alter table refund_requests rename column paid_how to manual_payment_method;
alter table refund_requests rename column paid_back_amount to recovered_amount;
alter table chargeback_shares rename column paid_back_amount to recovered_amount;
alter table commission_rules rename column made_by to created_by;
alter table payout_accounts rename column made_by to created_by;
alter table payout_accounts rename column shown to masked_number;
alter table payout_accounts rename column refused to refusal_reason;
alter table payout_files rename column made_by to created_by;
alter table payout_stops rename column made_by to created_by;
alter table payout_stops rename column made_at to created_at;
alter table payout_stops rename column told to message;
alter table settlement_reports rename column made_by to created_by;
alter table settlement_discrepancies rename column words to message;
alter table payment_webhook_events rename column waits_for to awaited_receipt_id;
alter table payment_webhook_events rename column word to content;
alter table sandbox_payments rename column notices to webhook_count;

-- Everywhere else the column `person_id` is the account's.
do $$
declare renamed record;
begin
  for renamed in
    select c.oid::regclass as owner from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'person_id' and not a.attisdropped
  loop
    execute format('alter table %s rename column person_id to account_id', renamed.owner);
  end loop;
end $$;

alter table chat_messages drop constraint chat_messages_side_check;
alter table chat_pictures drop constraint chat_pictures_side_check;
alter table chat_events drop constraint chat_events_side_check;
alter table chat_reports drop constraint chat_reports_side_check;
update chat_messages set side = 'customer' where side = 'person';
update chat_pictures set side = 'customer' where side = 'person';
update chat_events set side = 'customer' where side = 'person';
update chat_reports set side = 'customer' where side = 'person';
alter table chat_messages add constraint chat_messages_side_check check (side in ('customer', 'store'));
alter table chat_pictures add constraint chat_pictures_side_check check (side in ('customer', 'store'));
alter table chat_events add constraint chat_events_side_check check (side in ('customer', 'store'));
alter table chat_reports add constraint chat_reports_side_check check (side in ('customer', 'store'));

-- Their bodies are text, which a renamed column does not reach.
do $$
declare body record;
begin
  for body in
    select pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'public'::regnamespace
      and proname in ('fold_supplier_figures', 'products_figures_inserted', 'products_figures_deleted', 'products_figures_updated')
  loop
    execute regexp_replace(body.text, '\mpieces\M', 'products', 'g');
  end loop;
end $$;

-- Constraints (with their indexes), other indexes and sequences follow the tables and columns they are named after.
create function pg_temp.renamed(name text) returns text language sql immutable as $$
  select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(name,
    '^conversations_person', 'conversations_customer'), '_(of|by)_person$', '_\1_customer'),
    '_person(_id)?(_|$)', '_account\1\2'),
    '^people_', 'accounts_'), '^wishes_', 'wishlist_items_'), '^mails_', 'emails_'),
    '^notification_choices_', 'notification_preferences_'), '^(payment|carrier)_notices_', '\1_webhook_events_'),
    '^settlement_doubts_', 'settlement_discrepancies_'), '^case_letters_', 'case_message_emails_'),
    '^chargeback_parts_', 'chargeback_shares_'), '_made_by_', '_created_by_')
$$;

do $$
declare renamed record;
begin
  for renamed in
    select conrelid::regclass as owner, conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and pg_temp.renamed(conname) <> conname and conrelid <> 0
  loop
    execute format('alter table %s rename constraint %I to %I', renamed.owner, renamed.name, pg_temp.renamed(renamed.name));
  end loop;
  for renamed in
    select relname as name, relkind from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('i', 'S') and pg_temp.renamed(relname) <> relname
  loop
    execute format('alter %s %I rename to %I', case renamed.relkind when 'i' then 'index' else 'sequence' end, renamed.name,
      pg_temp.renamed(renamed.name));
  end loop;
end $$;

-- Jobs that wait were written with the old names.
do $$
begin
  if to_regclass('pgboss.job') is not null then
    update pgboss.job set data = data - 'personId' || jsonb_build_object('accountId', data -> 'personId')
    where data ? 'personId' and state in ('created', 'retry');
  end if;
end $$;

-- An issue of the newsletter that is still being sent keeps its products as JSON.
update newsletter_issues set products = (
  select coalesce(jsonb_agg(product - 'maker' || jsonb_build_object('supplier', product -> 'maker') order by place), '[]')
  from jsonb_array_elements(products) with ordinality as listed (product, place))
where products @? '$[*].maker';
