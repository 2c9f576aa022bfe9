import { sql, type SQL } from 'drizzle-orm'
import type { ActorType, OperatorRole } from '#core/access/permissions.ts'
import type { AccountFilter } from './contract.ts'
import { queryPrepared, queryRows, type Queryable } from '#database/database.ts'

/** An account in a list; `key` is its position there. */
export type AccountRow = Readonly<{
  key: number
  id: string
  firstName: string
  lastName: string
  email: string
  type: ActorType
  emailVerifiedAt: Date | null
  secondFactorSince: Date | null
  createdAt: Date
  closedAt: Date | null
}>

/** A page of accounts: the filter, and the key before which it begins. */
export type AccountPage = Readonly<{
  search: string
  filter: AccountFilter
  before: number | undefined
  limit: number
}>

const FILTERS: Readonly<Record<AccountFilter, SQL>> = {
  all: sql`true`,
  vendor: sql`a.type = 'vendor' and a.closed_at is null`,
  manufacturer: sql`a.type = 'manufacturer' and a.closed_at is null`,
  operator: sql`a.type = 'operator' and a.closed_at is null`,
  closed: sql`a.closed_at is not null`,
}

/** Returns a search condition. Each kind of search has its own index; names and addresses match by prefix. */
function toSearch(search: string): SQL {
  if (search === '') return sql`true`
  const start = `${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`a.id in (
    select id from accounts where public_id = ${search}
    union all select id from accounts where lower(email) like ${start}
    union all select id from accounts where lower(first_name || ' ' || last_name) like ${start}
    union all select id from accounts where lower(last_name) like ${start}
    union all select account_id from purchases where number = upper(${search}) and account_id is not null)`
}

const COLUMNS = sql`
  a.id as key, a.public_id as id, a.first_name as "firstName", a.last_name as "lastName", a.email, a.type,
  a.email_verified_at as "emailVerifiedAt", a.created_at as "createdAt", a.closed_at as "closedAt",
  (select t.confirmed_at from totp_secrets t where t.account_id = a.id) as "secondFactorSince"`

/** Returns a page of accounts, the newest first. */
export async function listAccountRows(db: Queryable, page: AccountPage): Promise<AccountRow[]> {
  const { search, filter, before, limit } = page
  const isBefore = before === undefined ? sql`true` : sql`a.id < ${before}`
  return queryRows<AccountRow>(
    db,
    sql`
      select ${COLUMNS} from accounts a
      where ${FILTERS[filter]} and ${toSearch(search)} and ${isBefore}
      order by a.id desc limit ${limit}`,
  )
}

/** An account with the facts that operators need for decisions. */
export type AccountRecord = AccountRow &
  Readonly<{
    companyName: string | null
    hasPassword: boolean
    providers: string[]
    operatorRoles: OperatorRole[]
    suspensionReason: string | null
    suspendedAt: Date | null
    businesses: { id: string; name: string; type: ActorType; roles: string[]; supplier: string | null }[]
    products: number
    openSales: number
    connectedStores: number
    wallet: { currency: string; amount: number }[]
  }>

/** Returns an account by its public id, if there is one. */
export async function findAccountRecord(db: Queryable, id: string): Promise<AccountRecord | undefined> {
  const [found] = await queryRows<AccountRecord>(
    db,
    sql`
      select ${COLUMNS}, a.company_name as "companyName", a.password_hash is not null as "hasPassword",
        array(select i.provider from social_identities i where i.account_id = a.id order by i.provider) as providers,
        case when a.type = 'operator' then coalesce(
          (select m.roles from team_members m where m.business_id = a.id and m.account_id = a.id), '{owner}') else '{}' end
          as "operatorRoles",
        x.reason as "suspensionReason", x.suspended_at as "suspendedAt",
        ${BUSINESSES} as businesses,
        (select count(*) from suppliers s join products d on d.supplier_id = s.id
          where s.owner_id = a.id and d.status = 'active')::int as products,
        (select count(*) from suppliers s join supplier_orders o on o.supplier_id = s.id
          where s.owner_id = a.id and o.state = any(${OPEN_STATES}))::int as "openSales",
        (select count(*) from store_connections c where c.account_id = a.id)::int as "connectedStores",
        (select coalesce(json_agg(json_build_object('currency', b.currency, 'amount', -b.balance) order by b.currency), '[]')
          from ledger_balances b join ledger_accounts l on l.number = b.account
          where l.name = 'vendor_wallet' and b.subledger = a.public_id and b.balance <> 0) as wallet
      from accounts a left join vendor_suspensions x on x.account_id = a.id where a.public_id = ${id}`,
  )
  return found
}

/** Returns how many paid purchases an account has, and how many of them have an open order. Two indexes have all of it. */
export async function countPurchases(
  db: Queryable,
  accountId: number,
): Promise<Readonly<{ purchases: number; openPurchases: number }>> {
  const paid = sql`select count(*)::int from purchases p where p.account_id = ${accountId} and p.paid_at is not null`
  const open = sql`from supplier_orders o where o.state = any(${OPEN_STATES})`
  // Open orders are mostly recent ones: purchases before the first of them need not be looked up.
  const [found] = await queryRows<{ purchases: number; openPurchases: number }>(
    db,
    sql`
      select (${paid}) as purchases,
        (${paid} and p.id >= (select min(o.purchase_id) ${open}) and exists (select ${open} and o.purchase_id = p.id)) as "openPurchases"`,
  )
  return found ?? { purchases: 0, openPurchases: 0 }
}

// The same as in the index supplier_orders_open.
const OPEN_STATES = sql`'{submitted,accepted,in_progress,shipped,delivered,in_case,cancel_requested,paid_hold}'::text[]`

const BUSINESSES = sql`(
  select coalesce(json_agg(json_build_object(
      'id', b.public_id, 'type', b.type, 'supplier', s.public_id,
      'name', coalesce(s.name, b.company_name, trim(b.first_name || ' ' || b.last_name)),
      'roles', coalesce(m.roles, '{owner}')) order by b.id <> a.id, b.id), '[]')
  from f_businesses_of(a.id, '{owner,catalogue,packing,finance,listings,orders}') as mine(id)
  join accounts b on b.id = mine.id and b.type <> 'operator'
  left join suppliers s on s.owner_id = b.id
  left join team_members m on m.business_id = b.id and m.account_id = a.id)`

/** A stored sign-in of an account. */
export type SignInRow = Readonly<{
  id: string
  userAgent: string
  address: string
  createdAt: Date
  lastSeenAt: Date
  endedAt: Date | null
  endsAt: Date
  isSecondFactorDue: boolean
  isRenewable: boolean
}>

/** Returns the latest sign-ins of an account, newest first; the second argument is its internal key. */
export async function listSignIns(
  db: Queryable,
  { accountId, now, limit }: Readonly<{ accountId: number; now: Date; limit: number }>,
): Promise<SignInRow[]> {
  return queryPrepared<SignInRow>(db, LIST_SIGN_INS, [accountId, now, limit])
}

const LIST_SIGN_INS = {
  name: 'operator_list_sign_ins',
  text: `
    select s.public_id as id, s.user_agent as "userAgent", s.address, s.created_at as "createdAt",
      s.last_seen_at as "lastSeenAt", s.ended_at as "endedAt", s.ends_at as "endsAt",
      s.is_second_factor_due as "isSecondFactorDue",
      exists (select from refresh_tokens r where r.session_id = s.id and r.expires_at > $2) as "isRenewable"
    from sessions s where s.account_id = $1 order by s.created_at desc, s.id desc limit $3`,
}
