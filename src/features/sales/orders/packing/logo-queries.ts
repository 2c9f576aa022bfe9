import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { ParcelBrand } from '../shapes.ts'

/** Returns the logos of brands by their keys, as PNG; brands without a logo are left out. */
export async function listParcelLogos(
  db: Queryable,
  brands: readonly (ParcelBrand | null)[],
): Promise<Map<string, Buffer>> {
  const keys = [...new Set(brands.flatMap((brand) => brand?.logo ?? []))]
  if (keys.length === 0) return new Map()
  const found = await queryPrepared<{ key: string; image: Buffer }>(db, LIST_LOGOS, [keys])
  return new Map(found.map(({ key, image }) => [key, image]))
}

const LIST_LOGOS = {
  name: 'orders_list_parcel_logos',
  text: 'select key, image from parcel_logos where key = any($1::text[])',
}

/** Stores a logo; an account's identical one is stored once. */
export async function insertParcelLogo(
  tx: Transaction,
  { key, accountId, image, now }: Readonly<{ key: string; accountId: number; image: Buffer; now: Date }>,
): Promise<void> {
  await queryPrepared(tx, INSERT_LOGO, [key, accountId, image, now])
}

const INSERT_LOGO = {
  name: 'orders_insert_parcel_logo',
  text: `
    insert into parcel_logos (key, account_id, image, created_at) values ($1, $2, $3, $4) on conflict (key) do nothing`,
}
