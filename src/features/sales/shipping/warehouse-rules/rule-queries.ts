import { type Queryable, queryPrepared, type Transaction } from '#database/database.ts'
import type { ShippingZone } from '#core/shipping/warehouse-rules.ts'

/** A warehouse with its rules; before the first save `revision` is 0 and there are no zones. */
export type WarehouseWithRules = Readonly<{
  id: number
  supplierId: number
  name: string
  country: string
  revision: number
  zones: readonly ShippingZone[]
}>

/** The zones of warehouse `w`, in their order. */
const ZONES = `
  coalesce((
    select json_agg(json_build_object('name', z.name, 'isRest', z.is_rest,
      'countries', coalesce((
        select json_agg(c.country order by c.country) from warehouse_zone_countries c
        where c.warehouse_id = z.warehouse_id and c.place = z.place), '[]'),
      'services', coalesce((
        select json_agg(json_build_object('service', s.service, 'minDays', s.min_days, 'maxDays', s.max_days,
          'freeFromCents', s.free_from_amount,
          'bands', (
            select json_agg(json_build_object('overGrams', b.over_grams, 'amountCents', b.amount) order by b.over_grams)
            from warehouse_weight_bands b
            where b.warehouse_id = s.warehouse_id and b.place = s.place and b.service = s.service))
          order by s.min_days desc, s.service)
        from warehouse_zone_services s where s.warehouse_id = z.warehouse_id and s.place = z.place), '[]'))
      order by z.place)
    from warehouse_zones z where z.warehouse_id = w.id), '[]')`

/** Returns the unarchived warehouses of an account's store by name, with their rules. */
export async function selectOwnRules(db: Queryable, ownerId: number): Promise<WarehouseWithRules[]> {
  return queryPrepared<WarehouseWithRules>(db, OWN_RULES, [ownerId])
}

const OWN_RULES = {
  name: 'shipping_own_rules',
  text: `
    select w.id, w.supplier_id as "supplierId", w.name, w.country, coalesce(r.revision, 0) as revision,
      ${ZONES} as zones
    from suppliers s join warehouses w on w.supplier_id = s.id
    left join warehouse_shipping r on r.warehouse_id = w.id
    where s.owner_id = $1 and w.archived_at is null order by w.name, w.id`,
}

/** Returns the rules of the warehouses among these that have any, by the warehouses' keys. */
export async function selectRules(
  db: Queryable,
  warehouseIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ShippingZone[]>> {
  const found = await queryPrepared<{ id: number; zones: readonly ShippingZone[] }>(db, RULES, [
    [...warehouseIds],
  ])
  return new Map(found.filter(({ zones }) => zones.length > 0).map(({ id, zones }) => [id, zones]))
}

const RULES = {
  name: 'shipping_rules',
  text: `
    select w.warehouse_id as id, ${ZONES.replaceAll('w.id', 'w.warehouse_id')} as zones
    from warehouse_shipping w where w.warehouse_id = any($1::bigint[])`,
}

/** Returns whether one of these suppliers has rules of its own, for any warehouse. */
export async function hasOwnRules(db: Queryable, supplierIds: readonly number[]): Promise<boolean> {
  return (await queryPrepared(db, HAS_OWN, [[...supplierIds]])).length > 0
}

const HAS_OWN = {
  name: 'shipping_has_own_rules',
  text: `
    select 1 from warehouses w join warehouse_zones z on z.warehouse_id = w.id
    where w.supplier_id = any($1::bigint[]) and w.archived_at is null limit 1`,
}

/** Increments the revision of a warehouse's rules; returns false if the given one is not the current one. */
export async function advanceRevision(
  tx: Transaction,
  { warehouseId, revision }: Readonly<{ warehouseId: number; revision: number }>,
): Promise<boolean> {
  return (await queryPrepared(tx, ADVANCE, [warehouseId, revision])).length > 0
}

const ADVANCE = {
  name: 'shipping_advance_revision',
  text: `
    insert into warehouse_shipping as r (warehouse_id, revision) values ($1, 1)
    on conflict (warehouse_id) do update set revision = r.revision + 1 where r.revision = $2
    returning r.revision`,
}

/** Replaces the zones of a warehouse by these. */
export async function writeZones(
  tx: Transaction,
  { warehouseId, zones }: Readonly<{ warehouseId: number; zones: readonly ShippingZone[] }>,
): Promise<void> {
  await queryPrepared(tx, DELETE_ZONES, [warehouseId])
  const json = JSON.stringify(zones.map((zone, place) => ({ ...zone, place })))
  for (const statement of [INSERT_ZONES, INSERT_COUNTRIES, INSERT_SERVICES, INSERT_BANDS])
    await queryPrepared(tx, statement, [warehouseId, json])
}

const DELETE_ZONES = {
  name: 'shipping_delete_zones',
  text: 'delete from warehouse_zones where warehouse_id = $1',
}

const INSERT_ZONES = {
  name: 'shipping_insert_zones',
  text: `
    insert into warehouse_zones (warehouse_id, place, name, is_rest)
    select $1, z.place, z.name, z."isRest"
    from json_to_recordset($2::json) z(place int, name text, "isRest" boolean)`,
}

const INSERT_COUNTRIES = {
  name: 'shipping_insert_zone_countries',
  text: `
    insert into warehouse_zone_countries (warehouse_id, country, place)
    select $1, c.country, z.place
    from json_to_recordset($2::json) z(place int, countries json)
    cross join json_array_elements_text(z.countries) c(country)`,
}

const SERVICES_OF_ZONES = `
    json_to_recordset($2::json) z(place int, services json)
    cross join json_to_recordset(z.services)
      s(service text, "minDays" int, "maxDays" int, "freeFromCents" bigint, bands json)`

const INSERT_SERVICES = {
  name: 'shipping_insert_zone_services',
  text: `
    insert into warehouse_zone_services (warehouse_id, place, service, min_days, max_days, free_from_amount)
    select $1, z.place, s.service, s."minDays", s."maxDays", s."freeFromCents" from ${SERVICES_OF_ZONES}`,
}

const INSERT_BANDS = {
  name: 'shipping_insert_weight_bands',
  text: `
    insert into warehouse_weight_bands (warehouse_id, place, service, over_grams, amount)
    select $1, z.place, s.service, b."overGrams", b."amountCents" from ${SERVICES_OF_ZONES}
    cross join json_to_recordset(s.bands) b("overGrams" int, "amountCents" bigint)`,
}
