import { sql } from 'drizzle-orm'
import { type Database, inTransaction, queryRows, type Queryable } from '#database/database.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { FOLLOWED_FIELDS, type FollowedField } from '../../store-products/field-shapes.ts'
import { CHECK_STORE_JOB } from '../job-names.ts'
import { insertPossibleChanges } from './sync-queries.ts'

/** A product of a synced store: the fields that follow the store, and the fields that are edited here. */
export type FollowedProduct = Readonly<{
  productId: number
  supplierId: number
  connectionId: number
  /** The store's id of the product. */
  externalId: string
  followed: FollowedField[]
  written: FollowedField[]
  isPaused: boolean
}>

/**
 * Returns how a product follows a connected store; undefined if it comes from no store. The product belongs to the
 * account's store.
 */
export async function findFollowedProduct(
  db: Queryable,
  { accountId, id }: Readonly<{ accountId: number; id: string }>,
): Promise<FollowedProduct | undefined> {
  const [found] = await queryRows<FollowedProduct>(
    db,
    sql`
    select p.id::int as "productId", p.supplier_id::int as "supplierId", s.connection_id::int as "connectionId",
      substr(p.external_key, length(s.key_prefix) + 1) as "externalId", s.followed, s.is_paused as "isPaused",
      coalesce(w.fields, '{}') as written
    from products p
      join suppliers o on o.id = p.supplier_id and o.owner_id = ${accountId}
      join synced_stores s on s.supplier_id = p.supplier_id and starts_with(p.external_key, s.key_prefix)
      left join written_fields w on w.product_id = p.id
    where p.public_id = ${id}`,
  )
  return found
}

/** The product, and its fields that are edited here. */
export type WrittenFieldsInput = Readonly<{
  id: string
  written: readonly FollowedField[]
  source: AuditSource
}>

/**
 * Sets which fields of a product are edited here instead of following its store, and records it. Fields that follow
 * again are read from the store immediately. Returns false if the product comes from no synced store.
 */
export async function setWrittenFields(
  db: Database,
  { enqueue }: Readonly<{ enqueue: Enqueue }>,
  { id, written, source }: WrittenFieldsInput,
): Promise<boolean> {
  const { businessId: accountId, now } = source
  return inTransaction(db, async (tx) => {
    const before = await findFollowedProduct(tx, { accountId, id })
    if (!before) return false
    const { productId, supplierId, connectionId, externalId } = before
    const fields = FOLLOWED_FIELDS.filter((field) => written.includes(field))
    if (fields.length === 0) await tx.execute(sql`delete from written_fields where product_id = ${productId}`)
    else
      await tx.execute(sql`
        insert into written_fields (product_id, fields) values (${productId}, ${sql.param(fields)}::text[])
        on conflict (product_id) do update set fields = excluded.fields`)
    await recordChange(tx, source, {
      supplierId,
      kind: 'store',
      action: 'Changed the synced fields of a product',
      entity: `product:${id}`,
      before: { writtenHere: before.written.join(', ') },
      after: { writtenHere: fields.join(', ') },
    })
    if (before.written.some((field) => !fields.includes(field))) {
      await insertPossibleChanges(tx, { connectionId, externalIds: [externalId], cause: 'check', now })
      await enqueue(tx, { job: CHECK_STORE_JOB, input: { connectionId, scope: 'noticed' } })
    }
    return true
  })
}
