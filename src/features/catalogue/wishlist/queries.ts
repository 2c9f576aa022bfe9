import { and, count, desc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import { accounts } from '#features/identity/accounts/tables.ts'
import type { ProductImageData } from '#features/catalogue/catalog/contract.ts'
import { products } from '#features/catalogue/catalog/tables.ts'
import { suppliers } from '#features/catalogue/suppliers/tables.ts'
import type { WishlistAlertsData, WishlistItemData } from './contract.ts'
import { wishlistItems, wishlists } from './tables.ts'

/** A product on an account's wishlist: `accountId` is the owner's internal key, `productId` the product's public id. */
export type WishlistKey = Readonly<{ accountId: number; productId: string }>

/** Locks an account's wishlist until the transaction ends; a new wishlist gets `token`. */
export async function lockWishlist(
  tx: Transaction,
  { accountId, token }: Readonly<{ accountId: number; token: string }>,
): Promise<void> {
  const set = { emailCount: sql`${wishlists.emailCount}` }
  await tx
    .insert(wishlists)
    .values({ accountId, token })
    .onConflictDoUpdate({ target: wishlists.accountId, set })
}

/** Returns whether a product is on the account's wishlist. */
export async function hasWishlistItem(
  db: Queryable,
  { accountId, productId }: WishlistKey,
): Promise<boolean> {
  const [found] = await queryPrepared<{ has: boolean }>(db, HAS_WISHLIST_ITEM, [accountId, productId])
  return found?.has === true
}

const HAS_WISHLIST_ITEM = {
  name: 'wishlist_has_item',
  text: 'select exists (select from wishlist_items where account_id = $1 and product_public_id = $2) as has',
}

/** Removes a product from the wishlist; returns whether it was on it. */
export async function deleteWishlistItem(db: Queryable, key: WishlistKey): Promise<boolean> {
  const deleted = await db.delete(wishlistItems).where(matchesKey(key)).returning({ id: wishlistItems.id })
  return deleted.length > 0
}

/** Returns how many products are on an account's wishlist. */
export async function countWishlistItems(db: Queryable, accountId: number): Promise<number> {
  const [total] = await db
    .select({ n: count() })
    .from(wishlistItems)
    .where(eq(wishlistItems.accountId, accountId))
  return total?.n ?? 0
}

/** Adds a listed product in its current state; returns false if there is no such product. */
export async function insertWishlistItem(db: Queryable, key: WishlistKey, now: Date): Promise<boolean> {
  const inserted = await queryPrepared(db, INSERT_WISHLIST_ITEM, [key.accountId, key.productId, now])
  return inserted.length > 0
}

const INSERT_WISHLIST_ITEM = {
  name: 'wishlist_insert_item',
  text: `
    insert into wishlist_items
      (account_id, product_id, product_public_id, name, added_at, added_amount, currency, was_in_stock)
    select $1, p.id, p.public_id, p.name, $3, p.sell_amount, p.currency, p.stock > 0
    from products p where p.public_id = $2 and p.is_listed
    returning id`,
}

/** A wishlist item without its product card. */
export type WishlistItemRow = Omit<WishlistItemData, 'product' | 'added'> &
  Readonly<{ addedAt: Date; addedAmount: number; wasInStock: boolean }>

/** Returns one page of an account's wishlist, newest first. */
export async function listWishlistItems(
  db: Queryable,
  accountId: number,
  { limit, offset }: Readonly<{ limit: number; offset: number }>,
): Promise<WishlistItemRow[]> {
  const found = await db
    .select(ITEM_COLUMNS)
    .from(wishlistItems)
    .leftJoin(products, eq(products.id, wishlistItems.productId))
    .leftJoin(suppliers, eq(suppliers.id, products.supplierId))
    .where(eq(wishlistItems.accountId, accountId))
    .orderBy(desc(wishlistItems.id))
    .limit(limit)
    .offset(offset)
  return found.map(({ alertAmount, stockAlert, ...item }) => ({
    ...item,
    tells: toAlerts({ alertAmount, stockAlert }),
  }))
}

// A hidden product shows its data as the shopper last saw it.
const ITEM_COLUMNS = {
  productId: wishlistItems.productPublicId,
  name: sql<string>`case when ${products.isListed} then ${products.name} else ${wishlistItems.name} end`,
  image: sql<ProductImageData | null>`
    case when ${products.isListed} or (${products.status} = 'archived' and ${suppliers.isVerified})
    then ${products.pictures} -> 0 end`,
  availability: sql<WishlistItemData['availability']>`
    case when ${products.isListed} then 'offered'
    when ${products.id} is null or ${products.status} = 'archived' then 'withdrawn' else 'hidden' end`,
  addedAt: wishlistItems.addedAt,
  addedAmount: wishlistItems.addedAmount,
  wasInStock: wishlistItems.wasInStock,
  alertAmount: wishlistItems.alertAmount,
  stockAlert: wishlistItems.stockAlert,
}

/** Returns the alerts set for a product; undefined when it is not on the wishlist. */
export async function findAlerts(db: Queryable, key: WishlistKey): Promise<WishlistAlertsData | undefined> {
  const [found] = await db
    .select({ alertAmount: wishlistItems.alertAmount, stockAlert: wishlistItems.stockAlert })
    .from(wishlistItems)
    .where(matchesKey(key))
  return found && toAlerts(found)
}

function toAlerts(item: Readonly<{ alertAmount: number | null; stockAlert: boolean }>): WishlistAlertsData {
  return { priceDrop: item.alertAmount !== null, backInStock: item.stockAlert }
}

/** Enables alerts of prices lower than the current one. */
export async function enablePriceAlert(db: Queryable, key: WishlistKey): Promise<void> {
  const price = sql<number>`coalesce(
    (select ${products.sellAmount} from ${products} where ${products.id} = ${wishlistItems.productId}), ${wishlistItems.addedAmount})`
  await db.update(wishlistItems).set({ alertAmount: price }).where(matchesKey(key))
}

/** Enables back-in-stock alerts; a product that is unavailable now counts as missing since `missingSince`. */
export async function enableStockAlert(db: Queryable, key: WishlistKey, missingSince: Date): Promise<void> {
  const isInStock = sql`exists (select from ${products}
    where ${products.id} = ${wishlistItems.productId} and ${products.isListed} and ${products.stock} > 0)`
  await db
    .update(wishlistItems)
    .set({
      stockAlert: true,
      missingSince: sql`case when not ${isInStock} then ${missingSince}::timestamptz end`,
    })
    .where(matchesKey(key))
}

const NO_PRICE_ALERT = { alertAmount: null, raisedSince: null, raisedAmount: null }
const NO_STOCK_ALERT = { stockAlert: false, missingSince: null, returnedAt: null }

/** Disables one kind of alert for a product. */
export async function disableAlert(
  db: Queryable,
  key: WishlistKey,
  kind: keyof WishlistAlertsData,
): Promise<void> {
  await db
    .update(wishlistItems)
    .set(kind === 'priceDrop' ? NO_PRICE_ALERT : NO_STOCK_ALERT)
    .where(matchesKey(key))
}

/** Returns the wishlist's owner by token, the address of its emails, and how many products have alerts. */
export async function findAlertsByToken(
  db: Queryable,
  token: string,
): Promise<{ accountId: number; email: string; count: number } | undefined> {
  const isWatched = or(isNotNull(wishlistItems.alertAmount), wishlistItems.stockAlert)
  const [found] = await db
    .select({ accountId: wishlists.accountId, email: accounts.email, count: count(wishlistItems.id) })
    .from(wishlists)
    .innerJoin(accounts, eq(accounts.id, wishlists.accountId))
    .leftJoin(wishlistItems, and(eq(wishlistItems.accountId, wishlists.accountId), isWatched))
    .where(eq(wishlists.token, token))
    .groupBy(wishlists.accountId, accounts.email)
  return found
}

/** Disables all alerts of an account. */
export async function disableAlerts(db: Queryable, accountId: number): Promise<void> {
  await db
    .update(wishlistItems)
    .set({ ...NO_PRICE_ALERT, ...NO_STOCK_ALERT })
    .where(eq(wishlistItems.accountId, accountId))
}

/** Deletes an account's wishlist with all its items. */
export async function deleteWishlist(db: Queryable, accountId: number): Promise<void> {
  await db.delete(wishlists).where(eq(wishlists.accountId, accountId))
}

function matchesKey({ accountId, productId }: WishlistKey) {
  return and(eq(wishlistItems.accountId, accountId), eq(wishlistItems.productPublicId, productId))
}
