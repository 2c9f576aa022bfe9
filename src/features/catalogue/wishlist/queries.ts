import { and, count, desc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { named, type Queryable, type Transaction } from '#database/database.ts'
import { people } from '#features/identity/accounts/tables.ts'
import type { ProductImageData } from '#features/catalogue/catalog/contract.ts'
import { products } from '#features/catalogue/catalog/tables.ts'
import { suppliers } from '#features/catalogue/suppliers/tables.ts'
import type { TellsData, WishData } from './contract.ts'
import { wishes, wishlists } from './tables.ts'

/** A piece on somebody's wishlist: `personId` is the owner's internal key, `productId` the piece's public id. */
export type Place = Readonly<{ personId: number; productId: string }>

/** Locks a person's wishlist until the transaction ends; one that was not there yet gets `token`. */
export async function lockWishlist(
  tx: Transaction,
  { personId, token }: Readonly<{ personId: number; token: string }>,
): Promise<void> {
  const set = { letters: sql`${wishlists.letters}` }
  await tx
    .insert(wishlists)
    .values({ personId, token })
    .onConflictDoUpdate({ target: wishlists.personId, set })
}

/** Whether a piece is on the person's wishlist. */
export async function hasWish(db: Queryable, { personId, productId }: Place): Promise<boolean> {
  const [found] = await named<{ has: boolean }>(db, HAS_WISH, [personId, productId])
  return found?.has === true
}

const HAS_WISH = {
  name: 'wishlist_has_wish',
  text: 'select exists (select from wishes where person_id = $1 and product_public_id = $2) as has',
}

/** Takes a piece off the list; gives whether it was on it. */
export async function deleteWish(db: Queryable, place: Place): Promise<boolean> {
  const gone = await db.delete(wishes).where(isAt(place)).returning({ id: wishes.id })
  return gone.length > 0
}

/** How many pieces a person keeps. */
export async function countWishes(db: Queryable, personId: number): Promise<number> {
  const [counted] = await db.select({ n: count() }).from(wishes).where(eq(wishes.personId, personId))
  return counted?.n ?? 0
}

/** Puts a listed piece on the list as it is now; gives false when there is no such piece. */
export async function insertWish(db: Queryable, place: Place, now: Date): Promise<boolean> {
  const added = await named(db, INSERT_WISH, [place.personId, place.productId, now])
  return added.length > 0
}

const INSERT_WISH = {
  name: 'wishlist_insert_wish',
  text: `
    insert into wishes
      (person_id, product_id, product_public_id, name, added_at, added_amount, currency, was_in_stock)
    select $1, p.id, p.public_id, p.name, $3, p.sell_amount, p.currency, p.stock > 0
    from products p where p.public_id = $2 and p.is_listed
    returning id`,
}

/** A wish as the list tells it, all but the piece's card. */
export type KeptWish = Omit<WishData, 'piece' | 'added'> &
  Readonly<{ addedAt: Date; addedAmount: number; wasInStock: boolean }>

/** Some of a person's wishes, newest first. */
export async function listWishes(
  db: Queryable,
  personId: number,
  { limit, offset }: Readonly<{ limit: number; offset: number }>,
): Promise<KeptWish[]> {
  const found = await db
    .select(WISH)
    .from(wishes)
    .leftJoin(products, eq(products.id, wishes.productId))
    .leftJoin(suppliers, eq(suppliers.id, products.supplierId))
    .where(eq(wishes.personId, personId))
    .orderBy(desc(wishes.id))
    .limit(limit)
    .offset(offset)
  return found.map(({ toldAmount, awaitsReturn, ...wish }) => ({
    ...wish,
    tells: tellsOf({ toldAmount, awaitsReturn }),
  }))
}

// Of a piece that is hidden for the time being nothing newer is told than what the shopper saw.
const WISH = {
  productId: wishes.productPublicId,
  name: sql<string>`case when ${products.isListed} then ${products.name} else ${wishes.name} end`,
  image: sql<ProductImageData | null>`
    case when ${products.isListed} or (${products.status} = 'archived' and ${suppliers.isVerified})
    then ${products.pictures} -> 0 end`,
  standing: sql<WishData['standing']>`
    case when ${products.isListed} then 'offered'
    when ${products.id} is null or ${products.status} = 'archived' then 'withdrawn' else 'hidden' end`,
  addedAt: wishes.addedAt,
  addedAmount: wishes.addedAmount,
  wasInStock: wishes.wasInStock,
  toldAmount: wishes.toldAmount,
  awaitsReturn: wishes.awaitsReturn,
}

/** What is told by mail of a piece; undefined when it is not on the list. */
export async function findTells(db: Queryable, place: Place): Promise<TellsData | undefined> {
  const [found] = await db
    .select({ toldAmount: wishes.toldAmount, awaitsReturn: wishes.awaitsReturn })
    .from(wishes)
    .where(isAt(place))
  return found && tellsOf(found)
}

function tellsOf(wish: Readonly<{ toldAmount: number | null; awaitsReturn: boolean }>): TellsData {
  return { priceDrop: wish.toldAmount !== null, backInStock: wish.awaitsReturn }
}

/** Begins to tell of lower prices than the present one. */
export async function watchPrice(db: Queryable, place: Place): Promise<void> {
  const price = sql<number>`coalesce(
    (select ${products.sellAmount} from ${products} where ${products.id} = ${wishes.productId}), ${wishes.addedAmount})`
  await db.update(wishes).set({ toldAmount: price }).where(isAt(place))
}

/** Begins to tell of returns; a piece that is not to be had now counts as missing since `missingSince`. */
export async function watchReturn(db: Queryable, place: Place, missingSince: Date): Promise<void> {
  const isThere = sql`exists (select from ${products}
    where ${products.id} = ${wishes.productId} and ${products.isListed} and ${products.stock} > 0)`
  await db
    .update(wishes)
    .set({
      awaitsReturn: true,
      missingSince: sql`case when not ${isThere} then ${missingSince}::timestamptz end`,
    })
    .where(isAt(place))
}

const NO_PRICE = { toldAmount: null, dearerSince: null, dearerAmount: null }
const NO_RETURN = { awaitsReturn: false, missingSince: null, returnedAt: null }

/** Tells of one kind of change of a piece no more. */
export async function unwatch(db: Queryable, place: Place, kind: keyof TellsData): Promise<void> {
  await db
    .update(wishes)
    .set(kind === 'priceDrop' ? NO_PRICE : NO_RETURN)
    .where(isAt(place))
}

/** Whose wishlist the token opens, the address its mails go to, and of how many pieces they tell. */
export async function findMailsOf(
  db: Queryable,
  token: string,
): Promise<{ personId: number; email: string; count: number } | undefined> {
  const watched = or(isNotNull(wishes.toldAmount), wishes.awaitsReturn)
  const [found] = await db
    .select({ personId: wishlists.personId, email: people.email, count: count(wishes.id) })
    .from(wishlists)
    .innerJoin(people, eq(people.id, wishlists.personId))
    .leftJoin(wishes, and(eq(wishes.personId, wishlists.personId), watched))
    .where(eq(wishlists.token, token))
    .groupBy(wishlists.personId, people.email)
  return found
}

/** Tells a person nothing more by mail. */
export async function unwatchAll(db: Queryable, personId: number): Promise<void> {
  await db
    .update(wishes)
    .set({ ...NO_PRICE, ...NO_RETURN })
    .where(eq(wishes.personId, personId))
}

/** Forgets a person's wishlist and all that is on it. */
export async function deleteWishlist(db: Queryable, personId: number): Promise<void> {
  await db.delete(wishlists).where(eq(wishlists.personId, personId))
}

function isAt({ personId, productId }: Place) {
  return and(eq(wishes.personId, personId), eq(wishes.productPublicId, productId))
}
