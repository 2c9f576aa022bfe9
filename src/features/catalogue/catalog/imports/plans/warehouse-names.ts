import type { Queryable } from '#database/database.ts'
import {
  listFormerNames,
  listOwnWarehouses,
  type OwnWarehouse,
} from '#features/catalogue/suppliers/service.ts'
import type { AssemblyResult } from '../../import/map/feed-product.ts'

/** The most warehouses that a reason names. */
const MAX_NAMES = 10

/**
 * Returns a batch whose products have the warehouses that they name, by a present or former name in any case. A product
 * that names an unknown or archived warehouse is refused.
 */
export async function findNamedWarehouses(
  db: Queryable,
  supplierId: number,
  batch: readonly AssemblyResult[],
): Promise<readonly AssemblyResult[]> {
  if (!batch.some((result) => result.ok && result.product.warehouse)) return batch
  const warehouses = await listOwnWarehouses(db, supplierId)
  const byName = await indexNames(db, supplierId, warehouses)
  return batch.map((result): AssemblyResult => {
    if (!result.ok || !result.product.warehouse) return result
    const { product } = result
    const { externalKey, lines, title } = product
    const named = result.product.warehouse.name
    const found = byName.get(named.toLowerCase())
    if (found && !found.isArchived)
      return { ...result, product: { ...product, warehouse: { id: found.id, name: found.name } } }
    const problem = found
      ? `Your warehouse “${found.name}” is archived.`
      : `Your store has no warehouse “${named}”.`
    return {
      ok: false,
      refusal: { lines, externalKey, title, reason: `${problem} ${describeOpen(warehouses)}` },
    }
  })
}

async function indexNames(
  db: Queryable,
  supplierId: number,
  warehouses: readonly OwnWarehouse[],
): Promise<ReadonlyMap<string, OwnWarehouse>> {
  const former = await listFormerNames(db, supplierId)
  const renamed = former.flatMap(({ name, id }) => {
    const found = warehouses.find((one) => one.id === id)
    return found ? [[name.toLowerCase(), found] as const] : []
  })
  return new Map([...renamed, ...warehouses.map((one) => [one.name.toLowerCase(), one] as const)])
}

/** Returns a sentence with the warehouse names that a file may contain. */
function describeOpen(warehouses: readonly OwnWarehouse[]): string {
  const names = warehouses.flatMap(({ name, isArchived }) => (isArchived ? [] : [`“${name}”`]))
  const more = names.length - MAX_NAMES
  const shown = more > 0 ? [...names.slice(0, MAX_NAMES), `${more} more`] : names
  const last = shown.at(-1) ?? ''
  return `You have ${shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${last}` : last}.`
}
