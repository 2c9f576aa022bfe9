import { named, type Queryable, type Transaction } from '#database/database.ts'
import type { ProductImageData } from '#features/catalogue/catalog/contract.ts'
import { type Look, WORTH_TELLING_BP } from './rules.ts'

// Only watched pieces are looked at, each by its key: the planner might else read a million products to find them.
const WATCHED = `
  from wishes w cross join lateral (
    select p.public_id, p.name, p.pictures, p.currency, p.sell_amount as price, p.is_listed, p.is_listed and p.stock > 0 as is_there
    from products p where p.id = w.product_id offset 0) p
  where (w.told_amount is not null or w.awaits_return)`

/** Notes of all watched pieces since when they are missing or dearer, and forgets what was flicker (see `rules.ts`). */
export async function noteSeen(db: Queryable, { now, missingBy, dearerBy }: Look): Promise<void> {
  await named(db, NOTE_SEEN, [now, missingBy, dearerBy])
}

const NOTE_SEEN = {
  name: 'wishlist_note_seen',
  text: `
    with watched as materialized (
      select w.id, w.told_amount, w.dearer_since, w.dearer_amount, w.missing_since,
        case when not w.awaits_return then null
          when not p.is_there then coalesce(w.missing_since, $1)
          when w.missing_since <= $2 then w.missing_since end as missing,
        least(p.price, w.dearer_amount) as lowest,
        coalesce(p.is_listed and p.price > w.told_amount, w.dearer_since is not null) as is_dearer
      ${WATCHED}),
    seen as (
      select id, missing, coalesce(is_dearer and dearer_since <= $3, false) as is_settled,
        case when is_dearer then coalesce(dearer_since, $1) end as since,
        case when is_dearer then lowest end as lowest
      from watched
      where missing is distinct from missing_since or is_dearer <> (dearer_since is not null)
        or is_dearer and (lowest < dearer_amount or dearer_since <= $3))
    update wishes w set missing_since = s.missing,
      told_amount = case when s.is_settled then s.lowest else w.told_amount end,
      dearer_since = case when not s.is_settled then s.since end,
      dearer_amount = case when not s.is_settled then s.lowest end
    from seen s where w.id = s.id`,
}

/** What is news of a watched piece that is to be had: $1 and $2 are `missingBy` and `returnedBy` of the look, $3 basis points. */
const NEWS = `
  select w.id, w.person_id, w.told_amount, p.public_id, p.name, p.pictures, p.price,
    coalesce(w.currency = p.currency and p.price < w.told_amount
      and p.price * 10000 <= w.told_amount * (10000 - $3::bigint), false) as is_drop,
    coalesce(w.missing_since <= $1 and (w.returned_at is null or w.returned_at <= $2), false) as is_return
  ${WATCHED} and p.is_there`

/** The keys of people who have something to hear, at most `limit` of them; whose account is open and address verified. */
export async function listConcerned(
  db: Queryable,
  { missingBy, returnedBy }: Look,
  limit: number,
): Promise<number[]> {
  const found = await named<{ id: number }>(db, CONCERNED, [missingBy, returnedBy, WORTH_TELLING_BP, limit])
  return found.map(({ id }) => id)
}

const CONCERNED = {
  name: 'wishlist_concerned',
  text: `
    select distinct o.id from (${NEWS}) n join people o on o.id = n.person_id
    where (n.is_drop or n.is_return) and o.closed_at is null and o.email_verified_at is not null
    order by o.id limit $4`,
}

/** Who gets a letter now: `letter` is its number among those about the person's wishlist. */
export type Reader = Readonly<{
  personId: number
  email: string
  firstName: string
  token: string
  letter: number
}>

/** Locks the lists of these people and counts a letter for each; whose list somebody changes just now is left for later. */
export async function claimReaders(tx: Transaction, personIds: readonly number[]): Promise<Reader[]> {
  return named<Reader>(tx, CLAIM_READERS, [personIds])
}

const CLAIM_READERS = {
  name: 'wishlist_claim_readers',
  text: `
    with held as materialized (
      select l.person_id from wishlists l where l.person_id = any($1::bigint[])
      order by l.person_id for no key update skip locked)
    update wishlists l set letters = l.letters + 1
    from held join people o on o.id = held.person_id
    where l.person_id = held.person_id and o.closed_at is null and o.email_verified_at is not null
    returning l.person_id as "personId", o.email, o.first_name as "firstName", l.token, l.letters as letter`,
}

/**
 * News of a piece: `price` is what it costs now, `before` what was last told where it costs less (minor units), `isBack`
 * whether it is to be had again.
 */
export type PieceNews = Readonly<{
  personId: number
  productId: string
  name: string
  image: ProductImageData | null
  price: number
  before: number | null
  isBack: boolean
}>

/** Notes all news of these people's pieces as told, and gives them. */
export async function takeNews(
  tx: Transaction,
  { now, missingBy, returnedBy }: Look,
  personIds: readonly number[],
): Promise<PieceNews[]> {
  return named<PieceNews>(tx, TAKE_NEWS, [missingBy, returnedBy, WORTH_TELLING_BP, now, personIds])
}

const TAKE_NEWS = {
  name: 'wishlist_take_news',
  text: `
    with news as materialized (
      select * from (${NEWS} and w.person_id = any($5::bigint[])) n where is_drop or is_return),
    told as (
      update wishes w set
        told_amount = case when n.is_drop then n.price else w.told_amount end,
        dearer_since = case when not n.is_drop then w.dearer_since end,
        dearer_amount = case when not n.is_drop then w.dearer_amount end,
        missing_since = case when not n.is_return then w.missing_since end,
        returned_at = case when n.is_return then $4 else w.returned_at end
      from news n where w.id = n.id)
    select person_id as "personId", public_id as "productId", name, pictures -> 0 as image, price,
      case when is_drop then told_amount end as before, is_return as "isBack"
    from news order by id desc`,
}
