import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { ParcelBrand } from '#features/sales/orders/service.ts'

/** Returns a vendor's parcel settings, if there are any. */
export async function findParcelBrand(db: Queryable, accountId: number): Promise<ParcelBrand | undefined> {
  const [found] = await queryPrepared<ParcelBrand>(db, FIND_BRAND, [accountId])
  return found
}

const FIND_BRAND = {
  name: 'shop_orders_find_parcel_brand',
  text: 'select name, note, return_address as "returnAddress", logo from parcel_brands where account_id = $1',
}

/** Stores a vendor's parcel settings. */
export async function upsertParcelBrand(
  tx: Transaction,
  accountId: number,
  { name, note, returnAddress, now }: ParcelBrand & Readonly<{ now: Date }>,
): Promise<void> {
  await queryPrepared(tx, UPSERT_BRAND, [accountId, name, note, returnAddress, now])
}

const UPSERT_BRAND = {
  name: 'shop_orders_upsert_parcel_brand',
  text: `
    insert into parcel_brands (account_id, name, note, return_address, updated_at) values ($1, $2, $3, $4::text[], $5)
    on conflict (account_id) do update set name = excluded.name, note = excluded.note,
      return_address = excluded.return_address, updated_at = excluded.updated_at`,
}

/** Stores the logo for a vendor's packing slips; null for none. */
export async function saveBrandLogo(
  tx: Transaction,
  { accountId, logo, now }: Readonly<{ accountId: number; logo: string | null; now: Date }>,
): Promise<void> {
  await queryPrepared(tx, SAVE_LOGO, [accountId, logo, now])
}

const SAVE_LOGO = {
  name: 'shop_orders_save_brand_logo',
  text: `
    insert into parcel_brands (account_id, name, note, return_address, logo, updated_at) values ($1, '', '', '{}', $2, $3)
    on conflict (account_id) do update set logo = excluded.logo, updated_at = excluded.updated_at`,
}

/** Returns the newest paid supplier order of a vendor's stores, by its public id. */
export async function findNewestSupplierOrder(db: Queryable, accountId: number): Promise<string | undefined> {
  const [found] = await queryPrepared<{ id: string }>(db, FIND_NEWEST, [accountId])
  return found?.id
}

const FIND_NEWEST = {
  name: 'shop_orders_find_newest_supplier_order',
  text: `
    select o.public_id as id from purchases p join supplier_orders o on o.purchase_id = p.id
    where p.account_id = $1 and p.channel = 'vendor' and p.paid_at is not null order by o.id desc limit 1`,
}
