import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { ProductImageData } from '#features/catalogue/catalog/contract.ts'
import { type AlertWindow, MIN_DROP_BP } from './rules.ts'

// Reads only watched products, each by its key: the planner might otherwise read a million products to find them.
const WATCHED_ITEMS = `
  from wishlist_items w cross join lateral (
    select p.public_id, p.name, p.pictures, p.currency, p.sell_amount as price, p.is_listed, p.is_listed and p.stock > 0 as is_there
    from products p where p.id = w.product_id offset 0) p
  where (w.alert_amount is not null or w.stock_alert)`

/** Records since when watched products are missing or cost more, and ignores short changes (see `rules.ts`). */
export async function saveObservations(
  db: Queryable,
  { now, missingBy, dearerBy }: AlertWindow,
): Promise<void> {
  await queryPrepared(db, SAVE_OBSERVATIONS, [now, missingBy, dearerBy])
}

const SAVE_OBSERVATIONS = {
  name: 'wishlist_note_seen',
  text: `
    with watched as materialized (
      select w.id, w.alert_amount, w.raised_since, w.raised_amount, w.missing_since,
        case when not w.stock_alert then null
          when not p.is_there then coalesce(w.missing_since, $1)
          when w.missing_since <= $2 then w.missing_since end as missing,
        least(p.price, w.raised_amount) as lowest,
        coalesce(p.is_listed and p.price > w.alert_amount, w.raised_since is not null) as is_dearer
      ${WATCHED_ITEMS}),
    seen as (
      select id, missing, coalesce(is_dearer and raised_since <= $3, false) as is_settled,
        case when is_dearer then coalesce(raised_since, $1) end as since,
        case when is_dearer then lowest end as lowest
      from watched
      where missing is distinct from missing_since or is_dearer <> (raised_since is not null)
        or is_dearer and (lowest < raised_amount or raised_since <= $3))
    update wishlist_items w set missing_since = s.missing,
      alert_amount = case when s.is_settled then s.lowest else w.alert_amount end,
      raised_since = case when not s.is_settled then s.since end,
      raised_amount = case when not s.is_settled then s.lowest end
    from seen s where w.id = s.id`,
}

/**
 * SQL of price drops and returns of watched products that are available. $1 and $2 are `missingBy` and `returnedBy` of
 * the alert window, $3 is basis points.
 */
const ALERTS = `
  select w.id, w.account_id, w.alert_amount, p.public_id, p.name, p.pictures, p.price,
    coalesce(w.currency = p.currency and p.price < w.alert_amount
      and p.price * 10000 <= w.alert_amount * (10000 - $3::bigint), false) as is_drop,
    coalesce(w.missing_since <= $1 and (w.returned_at is null or w.returned_at <= $2), false) as is_return
  ${WATCHED_ITEMS} and p.is_there`

/** Returns the keys of open accounts with a verified address and due alerts, at most `limit`. */
export async function listAccountsToAlert(
  db: Queryable,
  { missingBy, returnedBy }: AlertWindow,
  limit: number,
): Promise<number[]> {
  const found = await queryPrepared<{ id: number }>(db, ACCOUNTS_TO_ALERT, [
    missingBy,
    returnedBy,
    MIN_DROP_BP,
    limit,
  ])
  return found.map(({ id }) => id)
}

const ACCOUNTS_TO_ALERT = {
  name: 'wishlist_concerned',
  text: `
    select distinct o.id from (${ALERTS}) n join accounts o on o.id = n.account_id
    where (n.is_drop or n.is_return) and o.closed_at is null and o.email_verified_at is not null
    order by o.id limit $4`,
}

/** The recipient of an alert email: `emailNumber` counts the emails about their wishlist. */
export type AlertRecipient = Readonly<{
  accountId: number
  email: string
  token: string
  emailNumber: number
}>

/**
 * Locks these accounts' wishlists and counts an email for each; wishlists locked by other transactions are left for
 * later.
 */
export async function claimRecipients(
  tx: Transaction,
  accountIds: readonly number[],
): Promise<AlertRecipient[]> {
  return queryPrepared<AlertRecipient>(tx, CLAIM_RECIPIENTS, [accountIds])
}

const CLAIM_RECIPIENTS = {
  name: 'wishlist_claim_readers',
  text: `
    with held as materialized (
      select l.account_id from wishlists l where l.account_id = any($1::bigint[])
      order by l.account_id for no key update skip locked)
    update wishlists l set email_count = l.email_count + 1
    from held join accounts o on o.id = held.account_id
    where l.account_id = held.account_id and o.closed_at is null and o.email_verified_at is not null
    returning l.account_id as "accountId", o.email, l.token, l.email_count as "emailNumber"`,
}

/**
 * An alert about a product. `price` is the current price; `before` is the last reported price if the current one is
 * lower (both in minor units). `isBack` says whether it is back in stock.
 */
export type ProductAlert = Readonly<{
  accountId: number
  productId: string
  name: string
  image: ProductImageData | null
  price: number
  before: number | null
  isBack: boolean
}>

/** Marks all due alerts of these accounts as sent, and returns them. */
export async function claimAlerts(
  tx: Transaction,
  { now, missingBy, returnedBy }: AlertWindow,
  accountIds: readonly number[],
): Promise<ProductAlert[]> {
  return queryPrepared<ProductAlert>(tx, CLAIM_ALERTS, [missingBy, returnedBy, MIN_DROP_BP, now, accountIds])
}

const CLAIM_ALERTS = {
  name: 'wishlist_take_news',
  text: `
    with news as materialized (
      select * from (${ALERTS} and w.account_id = any($5::bigint[])) n where is_drop or is_return),
    claimed as (
      update wishlist_items w set
        alert_amount = case when n.is_drop then n.price else w.alert_amount end,
        raised_since = case when not n.is_drop then w.raised_since end,
        raised_amount = case when not n.is_drop then w.raised_amount end,
        missing_since = case when not n.is_return then w.missing_since end,
        returned_at = case when n.is_return then $4 else w.returned_at end
      from news n where w.id = n.id)
    select account_id as "accountId", public_id as "productId", name, pictures -> 0 as image, price,
      case when is_drop then alert_amount end as before, is_return as "isBack"
    from news order by id desc`,
}
