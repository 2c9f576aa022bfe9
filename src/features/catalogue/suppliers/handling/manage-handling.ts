import { invalid, notFound } from '#core/errors.ts'
import { calculateShipBy, type Handling, isHoliday, isTimeZone } from '#core/shipping/handling.ts'
import { DAY } from '#core/time.ts'
import { type Database, inTransaction, type Queryable } from '#database/database.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import { getStoreLocation, lockOwnStore } from '../manage-store.ts'
import { notifyStoreChanged } from '../queries.ts'
import type { HandlingFormData, HolidayFormData, PromisesData } from './contract.ts'
import {
  deleteHoliday,
  findHoliday,
  listWarehousePromises,
  upsertHandling,
  upsertHoliday,
} from './handling-queries.ts'

/** The longest holiday, in days. */
const MAX_HOLIDAY_DAYS = 120

/** Returns the handling times and holiday of an account's store now. Refuses with `no_store`. */
export async function readPromises(db: Queryable, ownerId: number, now: Date): Promise<PromisesData> {
  const { supplierId } = await getStoreLocation(db, ownerId)
  const warehouses = await listWarehousePromises(db, supplierId)
  const holiday = await findHoliday(db, supplierId)
  return {
    warehouses: warehouses.map(({ id, name, country, handling, holiday: days }) => ({
      id,
      name,
      country,
      handling: handling && { ...handling, workingDays: [...handling.workingDays] },
      shipBy: calculateShipBy(now, { handling, holiday: days }).toISOString(),
    })),
    holiday: holiday ? { ...holiday, isNow: isHoliday(holiday, now) } : null,
  }
}

/**
 * Sets how soon a warehouse hands orders over, and records it. Refuses with `no_store`. Throws `warehouse_not_found`,
 * `unknown_time_zone`, and `cut_off_missing` for shipping on the same day without a cut-off time.
 */
export async function saveWarehouseHandling(
  db: Database,
  source: AuditSource,
  { warehouseId, handling }: Readonly<{ warehouseId: number; handling: HandlingFormData }>,
): Promise<void> {
  checkTimeZone(handling.timeZone)
  if (handling.leadDays === 0 && handling.cutOff === null)
    throw invalid('cut_off_missing', 'Enter the cut-off time for same-day shipping.', {
      fields: ['cutOff'],
    })
  await inTransaction(db, async (tx) => {
    const store = await lockOwnStore(tx, source.businessId)
    const warehouse = (await listWarehousePromises(tx, store.id)).find(({ id }) => id === warehouseId)
    if (!warehouse) throw notFound('warehouse_not_found', 'We couldn’t find this warehouse.')
    await upsertHandling(tx, warehouseId, { ...handling, now: source.now })
    await recordChange(tx, source, {
      supplierId: store.id,
      kind: 'store',
      action: 'Changed the handling time',
      entity: `warehouse ${warehouse.name}`,
      before: toHandlingValues(warehouse.handling),
      after: toHandlingValues(handling),
    })
    await notifyStoreChanged(tx)
  })
}

function toHandlingValues(handling: Handling | null) {
  const { leadDays = null, cutOff = null, timeZone = null, workingDays } = handling ?? {}
  return { leadDays, cutOff, timeZone, workingDays: workingDays?.join(', ') ?? null }
}

/** Sets the holiday of a store, and records it. Refuses with `no_store`; throws `holiday_dates` and `unknown_time_zone`. */
export async function saveStoreHoliday(
  db: Database,
  source: AuditSource,
  holiday: HolidayFormData,
): Promise<void> {
  checkTimeZone(holiday.timeZone)
  checkDates(holiday, source.now)
  await inTransaction(db, async (tx) => {
    const store = await lockOwnStore(tx, source.businessId)
    const before = await findHoliday(tx, store.id)
    await upsertHoliday(tx, store.id, { ...holiday, now: source.now })
    await recordChange(tx, source, {
      supplierId: store.id,
      kind: 'store',
      action: 'Set a holiday',
      entity: 'holiday',
      before: toHolidayValues(before),
      after: toHolidayValues(holiday),
    })
    await notifyStoreChanged(tx)
  })
}

/** Ends a store's holiday, and records it. Refuses with `no_store`. */
export async function endStoreHoliday(db: Database, source: AuditSource): Promise<void> {
  await inTransaction(db, async (tx) => {
    const store = await lockOwnStore(tx, source.businessId)
    const before = await findHoliday(tx, store.id)
    await deleteHoliday(tx, store.id)
    await recordChange(tx, source, {
      supplierId: store.id,
      kind: 'store',
      action: 'Ended the holiday',
      entity: 'holiday',
      before: toHolidayValues(before),
      after: toHolidayValues(undefined),
    })
    await notifyStoreChanged(tx)
  })
}

function toHolidayValues(holiday: HolidayFormData | undefined) {
  const { from = null, to = null, mode = null, message = null } = holiday ?? {}
  return { from, to, mode, message }
}

function checkTimeZone(timeZone: string): void {
  if (!isTimeZone(timeZone))
    throw invalid('unknown_time_zone', 'Choose a time zone from the list.', { fields: ['timeZone'] })
}

function checkDates({ from, to, timeZone }: HolidayFormData, now: Date): void {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)
  const days = (Date.parse(to) - Date.parse(from)) / DAY
  if (to < from) throw invalid('holiday_dates', 'The last day is before the first day.', { fields: ['to'] })
  if (to < today) throw invalid('holiday_dates', 'This holiday is already over.', { fields: ['to'] })
  if (days > MAX_HOLIDAY_DAYS)
    throw invalid('holiday_dates', `Enter at most ${MAX_HOLIDAY_DAYS} days.`, { fields: ['to'] })
}
