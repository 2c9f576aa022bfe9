import type { Handling } from '#core/shipping/handling.ts'
import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { StoreHolidayData } from './shapes.ts'

/** A warehouse with its handling times and holiday. */
export type WarehousePromise = Readonly<{
  id: number
  name: string
  country: string
  handling: Handling | null
  holiday: StoreHolidayData | null
}>

/** Lists a store's warehouses that are not archived, in order of creation. */
export async function listWarehousePromises(db: Queryable, supplierId: number): Promise<WarehousePromise[]> {
  return queryPrepared<WarehousePromise>(db, LIST, [supplierId])
}

const LIST = {
  name: 'suppliers_list_promises',
  text: `
    select w.id, w.name, w.country, y.handling, y.holiday
    from warehouses w join warehouse_promises y on y.warehouse_id = w.id
    where w.supplier_id = $1 and w.archived_at is null order by w.id`,
}

/** Returns a store's holiday; undefined without one. */
export async function findHoliday(db: Queryable, supplierId: number): Promise<StoreHolidayData | undefined> {
  const [found] = await queryPrepared<StoreHolidayData>(db, FIND_HOLIDAY, [supplierId])
  return found
}

const FIND_HOLIDAY = {
  name: 'suppliers_find_holiday',
  text: `
    select starts_on::text as "from", ends_on::text as "to", mode, message, time_zone as "timeZone"
    from store_holidays where supplier_id = $1`,
}

/** Stores a warehouse's handling times. */
export async function upsertHandling(
  tx: Transaction,
  warehouseId: number,
  { leadDays, cutOff, timeZone, workingDays, now }: Handling & Readonly<{ now: Date }>,
): Promise<void> {
  await queryPrepared(tx, UPSERT_HANDLING, [warehouseId, leadDays, cutOff, timeZone, [...workingDays], now])
}

const UPSERT_HANDLING = {
  name: 'suppliers_upsert_handling',
  text: `
    insert into warehouse_handling (warehouse_id, lead_days, cut_off, time_zone, working_days, updated_at)
    values ($1, $2, $3, $4, $5::smallint[], $6)
    on conflict (warehouse_id) do update set lead_days = excluded.lead_days, cut_off = excluded.cut_off,
      time_zone = excluded.time_zone, working_days = excluded.working_days, updated_at = excluded.updated_at`,
}

/** Sets the holiday of a store. */
export async function upsertHoliday(
  tx: Transaction,
  supplierId: number,
  { from, to, mode, message, timeZone, now }: StoreHolidayData & Readonly<{ now: Date }>,
): Promise<void> {
  await queryPrepared(tx, UPSERT_HOLIDAY, [supplierId, from, to, mode, message, timeZone, now])
}

const UPSERT_HOLIDAY = {
  name: 'suppliers_upsert_holiday',
  text: `
    insert into store_holidays (supplier_id, starts_on, ends_on, mode, message, time_zone, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (supplier_id) do update set starts_on = excluded.starts_on, ends_on = excluded.ends_on, mode = excluded.mode,
      message = excluded.message, time_zone = excluded.time_zone, updated_at = excluded.updated_at`,
}

/** Removes the holiday of a store. */
export async function deleteHoliday(tx: Transaction, supplierId: number): Promise<void> {
  await queryPrepared(tx, DELETE_HOLIDAY, [supplierId])
}

const DELETE_HOLIDAY = {
  name: 'suppliers_delete_holiday',
  text: 'delete from store_holidays where supplier_id = $1',
}
