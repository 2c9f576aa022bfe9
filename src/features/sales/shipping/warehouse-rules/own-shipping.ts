import { type Database, inTransaction, type Queryable } from '#database/database.ts'
import { invalid, notFound, refused } from '#core/errors.ts'
import { findZoneProblems, type ShippingZone, type ZoneProblem } from '#core/shipping/warehouse-rules.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import { notifyStoreChanged } from '#features/catalogue/suppliers/service.ts'
import { findCountry } from '../countries.ts'
import type { WarehouseRulesData, WarehouseRulesForm } from './contract.ts'
import { advanceRevision, selectOwnRules, writeZones } from './rule-queries.ts'

/** Returns the warehouses of an account's store with their rules; none for an account without a store. */
export async function readOwnRules(db: Queryable, ownerId: number): Promise<WarehouseRulesData[]> {
  const warehouses = await selectOwnRules(db, ownerId)
  return warehouses.map(({ name, country, revision, zones }) => ({
    warehouse: name,
    country,
    revision,
    zones: zones.map(toZoneData),
  }))
}

function toZoneData({
  name,
  isRest,
  countries,
  services,
}: ShippingZone): WarehouseRulesData['zones'][number] {
  return {
    name,
    isRest,
    countries: [...countries],
    services: services.map((service) => ({ ...service, bands: [...service.bands] })),
  }
}

/**
 * Saves the rules of a warehouse of the account's store, and records it. Throws `warehouse_not_found`, and
 * `shipping_rules_wrong` with the errors by field; refuses with `shipping_rules_changed` if they were saved since they
 * were read.
 */
export async function saveOwnRules(
  db: Database,
  source: AuditSource,
  { warehouse: name, revision, zones }: WarehouseRulesForm,
): Promise<void> {
  const problems = [...findZoneProblems(zones), ...findUnknownCountries(zones)]
  const [first] = problems
  if (first) {
    const fields = problems.map(({ field }) => field)
    throw invalid('shipping_rules_wrong', first.message, { fields, problems })
  }
  await inTransaction(db, async (tx) => {
    const warehouse = (await selectOwnRules(tx, source.businessId)).find((one) => one.name === name)
    if (!warehouse) throw notFound('warehouse_not_found', 'We couldn’t find this warehouse.')
    const { id: warehouseId, supplierId } = warehouse
    if (!(await advanceRevision(tx, { warehouseId, revision })))
      throw refused(
        'shipping_rules_changed',
        'These rules were changed elsewhere since you opened them. Reload the page to see the latest.',
      )
    await writeZones(tx, { warehouseId, zones })
    await recordChange(tx, source, {
      supplierId,
      kind: 'store',
      action: `Changed the shipping rules of ${name}`,
      entity: 'warehouse_shipping',
      before: { zones: warehouse.zones.map(describeZone) },
      after: { zones: zones.map(describeZone) },
    })
    await notifyStoreChanged(tx)
  })
}

function findUnknownCountries(zones: readonly ShippingZone[]): readonly ZoneProblem[] {
  return zones.flatMap(({ countries }, place) => {
    const unknown = countries.filter((country) => !findCountry(country))
    const message = `We don’t ship to ${unknown.join(', ')}.`
    return unknown.length > 0 ? [{ field: `zones.${place}.countries`, message }] : []
  })
}

/** Returns a zone as one line for the log. */
function describeZone({ name, isRest, countries, services }: ShippingZone): string {
  const fees = services.map(({ service, minDays, maxDays, freeFromCents, bands }) =>
    [
      `${service} ${minDays}-${maxDays} days`,
      ...bands.map(({ overGrams, amountCents }) => `${amountCents} cents over ${overGrams} g`),
      ...(freeFromCents === null ? [] : [`free from ${freeFromCents} cents`]),
    ].join(', '),
  )
  return `${name} (${isRest ? 'all other countries' : countries.join(' ')}): ${fees.join('; ')}`
}
