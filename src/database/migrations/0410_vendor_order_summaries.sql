-- Figures and searches of a vendor at a hundred thousand orders. All tables follow the orders and the ledger, which are the truth.

-- What figures and searches read of an order of a vendor's store. No foreign key: its check would wait for whoever holds the order.
create table shop_order_summaries (
  order_id      bigint      primary key,
  account_id    bigint      not null,
  is_practice   boolean     not null,
  -- Whether any of it was bought here and paid.
  is_bought     boolean     not null,
  placed_at     timestamptz not null,
  currency      text        not null,
  -- What its bought units sell for less the store's refunds, in that currency; and what was paid for them less refunds.
  retail_amount bigint      not null,
  cost_amount   bigint      not null,
  -- What a search looks through, a line each: number, name, titles and SKUs.
  words         text        not null
);
create index shop_order_summaries_figures on shop_order_summaries (account_id, is_practice, placed_at)
  include (currency, retail_amount, cost_amount) where is_bought;
create index shop_order_summaries_search on shop_order_summaries using gin (f_search_keys(account_id, words));

-- The bought units of an order by product.
create table shop_order_products (
  order_id    bigint      not null,
  product_id  bigint      not null,
  account_id  bigint      not null,
  is_practice boolean     not null,
  placed_at   timestamptz not null,
  units       integer     not null,
  primary key (order_id, product_id)
);
create index shop_order_products_figures on shop_order_products (account_id, is_practice, placed_at) include (product_id, units);

-- Orders whose summaries are to be written anew. Writers only append here, so that none waits for another.
create table shop_order_summaries_due (
  id         bigint generated always as identity primary key,
  account_id bigint not null,
  order_id   bigint not null
);
create index shop_order_summaries_due_account on shop_order_summaries_due (account_id, id);

-- An address that is erased is erased in what searches read, at once.
create function shop_orders_summarise() returns trigger language plpgsql as $$ begin
  if tg_op = 'UPDATE' and new.address is null then
    update shop_order_summaries set words = '' where order_id = new.id;
  end if;
  if tg_op = 'DELETE' then
    delete from shop_order_summaries where order_id = old.id;
    delete from shop_order_products where order_id = old.id;
    insert into shop_order_summaries_due (account_id, order_id) values (old.account_id, old.id);
  else
    insert into shop_order_summaries_due (account_id, order_id) values (new.account_id, new.id);
  end if;
  return null;
end $$;
create trigger shop_orders_summarise after insert or delete on shop_orders
  for each row execute function shop_orders_summarise();
create trigger shop_orders_summarise_updated after update on shop_orders
  for each row when ((old.account_id, old.is_practice, old.placed_at, old.currency, old.shop_state, old.number, old.address)
    is distinct from (new.account_id, new.is_practice, new.placed_at, new.currency, new.shop_state, new.number, new.address))
  execute function shop_orders_summarise();

create function shop_order_lines_summarise() returns trigger language plpgsql as $$ begin
  insert into shop_order_summaries_due (account_id, order_id)
    select account_id, id from shop_orders where id = case tg_op when 'DELETE' then old.order_id else new.order_id end;
  return null;
end $$;
create trigger shop_order_lines_summarise after insert or delete on shop_order_lines
  for each row execute function shop_order_lines_summarise();
create trigger shop_order_lines_summarise_updated after update on shop_order_lines
  for each row when ((old.title, old.sku, old.quantity, old.removed, old.line_amount, old.refunded_amount)
    is distinct from (new.title, new.sku, new.quantity, new.removed, new.line_amount, new.refunded_amount))
  execute function shop_order_lines_summarise();
create trigger shop_order_units_summarise after insert on shop_order_units
  for each row execute function shop_order_lines_summarise();

create function supplier_order_lines_summarise() returns trigger language plpgsql as $$ begin
  insert into shop_order_summaries_due (account_id, order_id)
    select s.account_id, s.id from shop_order_units u join shop_orders s on s.id = u.order_id
    where u.supplier_order_line_id = new.id;
  return null;
end $$;
create trigger supplier_order_lines_summarise after update on supplier_order_lines
  for each row when ((old.quantity, old.withdrawn_quantity) is distinct from (new.quantity, new.withdrawn_quantity))
  execute function supplier_order_lines_summarise();

create function vendor_purchases_summarise() returns trigger language plpgsql as $$ begin
  insert into shop_order_summaries_due (account_id, order_id)
    select account_id, id from shop_orders where public_id = new.vendor_order;
  return null;
end $$;
create trigger vendor_purchases_summarise after update on purchases
  for each row when (new.vendor_order is not null and old.paid_at is distinct from new.paid_at)
  execute function vendor_purchases_summarise();

-- What is refunded or charged back of an order, and what is taken back of that, changes its cost.
create function ledger_postings_summarise() returns trigger language plpgsql as $$
declare
  origin text := coalesce((select key from ledger_postings where id = new.reverses_id), new.key);
begin
  insert into shop_order_summaries_due (account_id, order_id)
    select s.account_id, s.id
    from (
      select r.supplier_order_id as id from refund_requests r
        where origin like 'refunded:%' and r.public_id = split_part(origin, ':', 2)
      union all
      select o.id from supplier_orders o
        where origin like 'charged_back:%' and o.public_id = split_part(origin, ':', -1)) changed
    join supplier_orders o on o.id = changed.id
    join purchases p on p.id = o.purchase_id
    join shop_orders s on s.public_id = p.vendor_order;
  return null;
end $$;
create trigger ledger_postings_summarise after insert on ledger_postings
  for each row when (new.reverses_id is not null or new.key like 'refunded:%' or new.key like 'charged_back:%')
  execute function ledger_postings_summarise();

-- The orders that exist are summarised by a job, in batches, and by the first who read them.
insert into shop_order_summaries_due (account_id, order_id) select account_id, id from shop_orders order by id;
