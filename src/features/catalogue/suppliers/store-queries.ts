import { sql } from 'drizzle-orm'
import { type Queryable, queryPrepared, queryRows } from '#database/database.ts'
import type { OwnStoreData, StatedFiguresData, StoreData } from './contract.ts'

/** Returns the key of the verified supplier with this public id; undefined when there is none. */
export async function findStoreKey(db: Queryable, publicId: string): Promise<number | undefined> {
  const [found] = await queryPrepared<{ id: number }>(db, STORE_KEY, [publicId])
  return found?.id
}

const STORE_KEY = {
  name: 'suppliers_store_key',
  text: 'select id from suppliers where public_id = $1 and is_verified',
}

/** Returns the store of a verified supplier; undefined when there is none. */
export async function findPublicStore(db: Queryable, publicId: string): Promise<StoreData | undefined> {
  const [found] = await queryPrepared<StoreRow>(db, STORE, [publicId])
  if (!found) return undefined
  const { created_at: createdAt, ...store } = found
  return { ...store, memberSince: createdAt.toISOString() }
}

type StoreRow = Omit<StoreData, 'memberSince'> & { stated: StatedFiguresData; created_at: Date }

/** Returns the store of an account, verified or not; undefined when there is none. */
export async function findStoreByOwner(db: Queryable, ownerId: number): Promise<OwnStoreData | undefined> {
  const [found] = await queryPrepared<OwnStoreData>(db, STORE_BY_OWNER, [ownerId])
  return found
}

/** The most warehouses in a store's data. */
const MAX_WAREHOUSES = 20

// Averages to one decimal, halves up, as elsewhere (CARD-09).
const MEASURED = `
      (select json_build_object('products', coalesce(sum(f.products), 0), 'sold', coalesce(sum(f.sold), 0),
          'rating', coalesce(round(sum(f.rating_sum) / nullif(sum(f.ratings), 0), 1), 0), 'ratingCount', coalesce(sum(f.ratings), 0))
        from supplier_figures_now f where f.supplier_id = s.id) as measured`

const LOGO = `
      case when s.logo_key is not null then json_build_object(
        'image_url', '/media/' || s.logo_key || '-400.webp', 'key', s.logo_key, 'tint', s.logo_tint) end as logo`

const STORE_BY_OWNER = {
  name: 'suppliers_store_of',
  text: `
    select s.public_id as id, case when s.is_named then s.name end as name, s.is_verified as "isVerified", s.country,
      s.city, s.description, s.years_of_experience as "yearsOfExperience", s.main_categories as "mainCategories",${LOGO},${MEASURED}
    from suppliers s where s.owner_id = $1`,
}

const STORE = {
  name: 'suppliers_store',
  text: `
    select s.public_id as id, s.name, s.country, s.city, s.description, s.years_of_experience as "yearsOfExperience", s.created_at,
      (select coalesce(json_agg(json_build_object('name', w.name, 'country', w.country) order by w.id), '[]') from (
        select id, name, country from warehouses where supplier_id = s.id and archived_at is null
          order by id limit ${MAX_WAREHOUSES}) w) as warehouses,
      json_build_object('storeRating', s.stated_store_rating, 'onTimeDeliveryPercent', s.stated_on_time_percent,
        'responseTime', s.stated_response_time, 'onlineRevenue', s.stated_online_revenue,
        'mainMarket', s.stated_main_market, 'collabSuppliers', s.stated_partners) as stated,${LOGO},${MEASURED},
      (select r.shown from shown_reliability r where r.supplier_id = s.id) as reliability
    from suppliers s where s.public_id = $1 and s.is_verified`,
}

/**
 * Adds the latest changes of stores' figures to the stored figures; returns how many rows changed. Concurrent calls are
 * safe.
 */
export async function foldStoreCounters(db: Queryable): Promise<number> {
  const [folded] = await queryRows<{ n: number }>(db, sql`select fold_supplier_figures() as n`)
  return folded?.n ?? 0
}
