-- Conversations between a person and a store, what happens in them as each party is told of it, and who wants which mails.

-- One a person and store. The store's side is whoever owns the store: a store without an owner has its mail, and whoever
-- comes to own it finds the conversation.
create table conversations (
  id                  bigint generated always as identity primary key,
  public_id           text        collate "C" not null unique,
  person_id           bigint      not null references people (id),
  supplier_id         bigint      not null references suppliers (id),
  created_at          timestamptz not null,
  -- Messages are numbered from 1 without gaps: who sends holds the row.
  last_number         integer     not null default 0,
  last_at             timestamptz not null,
  person_read         integer     not null default 0 check (person_read <= last_number),
  store_read          integer     not null default 0 check (store_read <= last_number),
  person_unread       integer     not null default 0 check (person_unread >= 0),
  store_unread        integer     not null default 0 check (store_unread >= 0),
  person_unread_since timestamptz check ((person_unread_since is null) = (person_unread = 0)),
  store_unread_since  timestamptz check ((store_unread_since is null) = (store_unread = 0)),
  person_blocked_at   timestamptz,
  store_blocked_at    timestamptz,
  -- Up to which message the mail address of a store without an owner was written to.
  mailed_number       integer     not null default 0 check (mailed_number <= last_number),
  unique (person_id, supplier_id)
);
create index conversations_of_person on conversations (person_id, last_at desc, public_id desc);
create index conversations_of_store on conversations (supplier_id, last_at desc, public_id desc) where last_number > 0;
create index conversations_unread_by_person on conversations (person_id) where person_unread > 0;
create index conversations_unread_by_store on conversations (supplier_id) where store_unread > 0;
create index conversations_never_used on conversations (created_at) where last_number = 0;
-- For the mails about what was not read: they look at the last days only.
create index conversations_lately on conversations (last_at) where last_number > 0;

create table chat_messages (
  id                bigint generated always as identity primary key,
  public_id         text        not null unique,
  conversation_id   bigint      not null references conversations (id),
  number            integer     not null check (number > 0),
  side              text        not null check (side in ('person', 'store')),
  -- Made by the sender: a message that is sent again is found by it.
  client_id         text        not null check (length(client_id) <= 64),
  content           text        not null check (length(content) <= 5000),
  product_id        bigint      references products (id) on delete set null,
  supplier_order_id bigint      references supplier_orders (id),
  created_at        timestamptz not null,
  erased_at         timestamptz,
  unique (conversation_id, number),
  unique (conversation_id, side, client_id)
);
create index chat_messages_text on chat_messages using gin (lower(f_unaccent(content)) gin_trgm_ops);
create index chat_messages_product on chat_messages (product_id) where product_id is not null;

-- Pictures lie among the files under their public id, which nobody can guess.
create table chat_pictures (
  id              bigint generated always as identity primary key,
  public_id       text        not null unique,
  conversation_id bigint      not null references conversations (id),
  side            text        not null check (side in ('person', 'store')),
  message_id      bigint      references chat_messages (id),
  position        smallint    not null default 0,
  width           integer     not null,
  height          integer     not null,
  created_at      timestamptz not null
);
create index chat_pictures_message on chat_pictures (message_id, position) where message_id is not null;
create index chat_pictures_unsent on chat_pictures (created_at) where message_id is null;
create index chat_pictures_conversation on chat_pictures (conversation_id);

-- Where each person stands in what is told: `seq` counts without gaps, so that a stream knows whether it missed anything.
create table chat_inboxes (
  person_id         bigint primary key references people (id) on delete cascade,
  seq               bigint      not null default 0,
  read_at           timestamptz,
  mailed_at         timestamptz,
  mailed_message_id bigint
);

-- What each person is told, in order; cleared away after some days.
create table chat_events (
  person_id       bigint      not null references people (id) on delete cascade,
  seq             bigint      not null,
  kind            text        not null check (kind in ('message', 'read', 'conversation')),
  conversation_id bigint      not null references conversations (id) on delete cascade,
  message_id      bigint      references chat_messages (id),
  side            text        check (side in ('person', 'store')),
  up_to           integer,
  created_at      timestamptz not null,
  primary key (person_id, seq),
  check ((kind = 'message') = (message_id is not null)),
  check ((kind = 'read') = (up_to is not null))
);
create index chat_events_age on chat_events (created_at);
create index chat_events_conversation on chat_events (conversation_id);

create table chat_reports (
  id              bigint generated always as identity primary key,
  conversation_id bigint      not null references conversations (id),
  side            text        not null check (side in ('person', 'store')),
  reason          text        not null check (reason in ('spam', 'abuse', 'fraud', 'other')),
  note            text        not null check (length(note) <= 2000),
  last_number     integer     not null,
  created_at      timestamptz not null
);
create index chat_reports_conversation on chat_reports (conversation_id);

-- Which mails somebody wants; what is not here is wanted. The token stands in the links of those mails for good, so that the
-- link of any old one still ends them.
create table notification_choices (
  person_id  bigint      not null references people (id) on delete cascade,
  kind       text        not null check (length(kind) between 1 and 40),
  wanted     boolean     not null default true,
  token      text        not null unique,
  changed_at timestamptz not null,
  primary key (person_id, kind)
);
