import { type SQL, sql } from 'drizzle-orm'
import { queryPrepared, type Queryable, queryRows } from '#database/database.ts'
import { maskEmail } from '#core/emails/email.ts'
import type { ConversationData } from '../contract.ts'
import { toMatchExcerpt, toPreviewLine, type ListCursor, formatName, explainWriteRefusal } from '../rules.ts'
import type { Side } from '../tables.ts'
import { answersForStore, selectAnsweredBusinesses } from '../team-queries.ts'

/** Selects an account's conversations: those older than `after`, newest first. */
export type ConversationFilter = Readonly<{
  actorId: number
  search: string
  after: ListCursor | undefined
  limit: number
}>

/** Lists an account's conversations; a store's side sees those with a message. */
export async function listConversations(
  db: Queryable,
  { actorId, search, after, limit }: ConversationFilter,
): Promise<ConversationData[]> {
  const older = after ? sql`and (c.last_at, c.public_id) < (${after.at}, ${after.id})` : sql``
  const listSide = (side: Side, condition: SQL): SQL => sql`
    (select c.id, ${side}::text as side, c.last_at, c.public_id
    from conversations c join suppliers s on s.id = c.supplier_id join accounts p on p.id = c.customer_id
    where ${condition} ${older} ${search ? sql`and (${matchesName(side, search)} or ${matchesText(search)})` : sql``}
    order by c.last_at desc, c.public_id desc limit ${limit})`
  const found = await queryRows<ConversationRow>(
    db,
    sql`with answered as (${selectAnsweredBusinesses(actorId)}), mine as (
        ${listSide('customer', sql`c.customer_id = ${actorId}`)}
        union all
        ${listSide('store', sql`s.owner_id in (select business from answered) and c.customer_id <> ${actorId} and c.last_number > 0`)})
      select ${sql.raw(COLUMNS)}, ${search ? selectMatchingText(search) : sql`null`} as found
      from mine join conversations c on c.id = mine.id ${sql.raw(JOINS)}
      order by mine.last_at desc, mine.public_id desc limit ${limit}`,
  )
  return found.map((row) => toConversationView(row, search))
}

/** Returns SQL that matches the other party's name; its columns are folded as `f_containing` folds the search text. */
function matchesName(side: Side, search: string): SQL {
  const name =
    side === 'customer' ? sql`s.name_norm` : sql`lower(f_unaccent(p.first_name || ' ' || p.last_name))`
  return sql`${name} like f_containing(${search})`
}

function matchesText(search: string): SQL {
  return sql`exists (select 1 from chat_messages t where t.conversation_id = c.id
    and t.removed_at is null and lower(f_unaccent(t.content)) like f_containing(${search}))`
}

function selectMatchingText(search: string): SQL {
  return sql`(select t.content from chat_messages t where t.conversation_id = c.id
    and t.removed_at is null and lower(f_unaccent(t.content)) like f_containing(${search}) order by t.number desc limit 1)`
}

/** Lists these conversations as these accounts see them, in the requested order; unknown pairs are left out. */
export async function listConversationViews(
  db: Queryable,
  requested: readonly Readonly<{ id: number; actorId: number }>[],
): Promise<(ConversationData & { of: number })[]> {
  if (requested.length === 0) return []
  const found = await queryPrepared<ConversationRow & { of: number }>(db, LIST_CONVERSATION_VIEWS, [
    requested.map(({ id }) => id),
    requested.map(({ actorId }) => actorId),
  ])
  return found.map((row) => ({ ...toConversationView(row, ''), of: row.of }))
}

type ConversationRow = Readonly<{
  publicId: string
  side: Side
  storeId: string
  storeName: string
  storeEmail: string | null
  storeImage: string | null
  ownerId: number | null
  firstName: string
  lastName: string
  email: string
  isCustomerDeleted: boolean
  lastContent: string | null
  lastSide: Side | null
  isErased: boolean | null
  hasPictures: boolean | null
  lastAbout: 'product' | 'order' | null
  lastAt: Date
  lastNumber: number
  customerRead: number
  storeRead: number
  customerUnread: number
  storeUnread: number
  customerBlockedAt: Date | null
  storeBlockedAt: Date | null
  found: string | null
}>

// A store has no picture of its own: one of its most popular products represents it.
const COLUMNS = `
  c.public_id as "publicId", mine.side, s.public_id as "storeId", s.name as "storeName",
  s.contact_email as "storeEmail", s.owner_id as "ownerId", p.first_name as "firstName", p.last_name as "lastName",
  p.email, p.closed_at is not null as "isCustomerDeleted", m.side as "lastSide", case when m.removed_at is null then m.content else '' end as "lastContent",
  m.erased_at is not null or m.removed_at is not null as "isErased",
  exists (select 1 from chat_pictures k where k.message_id = m.id) as "hasPictures",
  case when m.supplier_order_id is not null then 'order' when m.product_id is not null then 'product' end as "lastAbout",
  c.last_at as "lastAt", c.last_number as "lastNumber", c.customer_read as "customerRead", c.store_read as "storeRead",
  c.customer_unread as "customerUnread", c.store_unread as "storeUnread", c.customer_blocked_at as "customerBlockedAt",
  c.store_blocked_at as "storeBlockedAt",
  case when mine.side = 'customer' then (
    select pictures -> 0 ->> 'image_url' from (
      select x.pictures, x.sold_count, x.rating, x.id from products x where x.is_listed and x.supplier_id = s.id
      order by x.sold_count desc, x.rating desc, x.id desc limit 12) popular
    where pictures <> '[]' order by sold_count desc, rating desc, id desc limit 1) end as "storeImage"`

const JOINS = `
  join suppliers s on s.id = c.supplier_id
  join accounts p on p.id = c.customer_id
  left join chat_messages m on m.conversation_id = c.id and m.number = c.last_number`

const LIST_CONVERSATION_VIEWS = {
  name: 'chat_show_conversations',
  text: `
    with mine as (
      select w.id, w.account_id as "of", case when c.customer_id = w.account_id then 'customer' else 'store' end as side, w.place
      from unnest($1::bigint[], $2::bigint[]) with ordinality as w(id, account_id, place)
      join conversations c on c.id = w.id join suppliers s on s.id = c.supplier_id
      where c.customer_id = w.account_id or ${answersForStore('w.account_id')})
    select ${COLUMNS}, null as found, mine."of"
    from mine join conversations c on c.id = mine.id ${JOINS}
    order by mine.place`,
}

function toConversationView(row: ConversationRow, search: string): ConversationData {
  const isCustomer = row.side === 'customer'
  return {
    id: row.publicId,
    ...(isCustomer ? toStoreParty(row) : toCustomerParty(row)),
    store: { id: row.storeId, name: row.storeName },
    ...toLastMessage(row),
    lastAt: row.lastAt.toISOString(),
    lastNumber: row.lastNumber,
    unread: isCustomer ? row.customerUnread : row.storeUnread,
    readUpTo: isCustomer ? row.customerRead : row.storeRead,
    otherReadUpTo: isCustomer ? row.storeRead : row.customerRead,
    isBlockedByMe: (isCustomer ? row.customerBlockedAt : row.storeBlockedAt) !== null,
    canWrite: explainWriteRefusal(row) === undefined,
    answersBy: isCustomer && row.ownerId === null ? 'mail' : 'chat',
    found: row.found === null ? null : toMatchExcerpt(row.found, search),
  }
}

type OtherParty = Pick<ConversationData, 'name' | 'email' | 'avatar' | 'other'>

// A supplier with an account has its owner's sign-in address here, which is private; other addresses are public.
function toStoreParty({ storeName, storeEmail, ownerId, storeImage }: ConversationRow): OtherParty {
  const avatar = storeImage?.replace(/-800\.webp$/, '-400.webp') ?? null
  const email = storeEmail !== null && ownerId !== null ? maskEmail(storeEmail) : storeEmail
  return { name: storeName, email, avatar, other: 'store' }
}

function toCustomerParty({ isCustomerDeleted, email, ...names }: ConversationRow): OtherParty {
  const name = isCustomerDeleted ? 'Closed account' : formatName(names)
  return { name, email: isCustomerDeleted ? null : maskEmail(email), avatar: null, other: 'customer' }
}

function toLastMessage(row: ConversationRow): Pick<ConversationData, 'lastMessage' | 'lastSender'> {
  if (row.lastContent === null || row.lastSide === null) return { lastMessage: '', lastSender: null }
  const lastMessage = toPreviewLine({
    content: row.lastContent,
    isErased: row.isErased === true,
    hasPictures: row.hasPictures === true,
    about: row.lastAbout,
  })
  return { lastMessage, lastSender: row.lastSide === row.side ? 'me' : 'other' }
}

/** Returns the number of unread messages of each of these accounts, in the requested order. */
export async function countUnread(db: Queryable, accountIds: readonly number[]): Promise<number[]> {
  const unreadRows = await queryPrepared<{ unread: number }>(db, COUNT_UNREAD, [accountIds])
  return unreadRows.map(({ unread }) => unread)
}

const COUNT_UNREAD = {
  name: 'chat_count_unread',
  text: `
    select (
      select coalesce(sum(c.customer_unread), 0) from conversations c where c.customer_id = w.account_id and c.customer_unread > 0
    )::int + (
      select coalesce(sum(c.store_unread), 0) from suppliers s join conversations c on c.supplier_id = s.id
      where ${answersForStore('w.account_id')} and c.store_unread > 0 and c.customer_id <> w.account_id
    )::int as unread
    from unnest($1::bigint[]) with ordinality as w(account_id, place) order by w.place`,
}
