import { type Database, inTransaction } from '#database/database.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import { notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { applyChanges, type ChangeOutcome, type ProductChange } from './apply-changes.ts'
import type { BulkChangeData, ProductEditData } from './contract.ts'
import {
  type EditedProduct,
  type EditedVariant,
  insertEdit,
  lockEdit,
  selectEditedProducts,
  selectEditedVariants,
  type StoredEdit,
  updateEdit,
} from './edit-queries.ts'
import { calculateValue, explainRefusal, readField, type FieldValue } from './rules.ts'

/** A row of a bulk edit as stored. */
type EditRow = Readonly<{
  productId: string
  title: string
  variantId: string | null
  variant: string
  sku: string
  before: FieldValue
  after: FieldValue
  problem: string | null
  /** The offer that the new price ended, which undoing the change restores. */
  endedOfferCents?: number | null
}>

type Edit = StoredEdit<EditRow>

/** The editor of a store's products: the store, the account, and the time. */
type Editor = Readonly<{ ownerId: number; memberId: number; now: Date }>

const productNotFound = () =>
  notFound('product_not_found', 'We couldn’t find this product. It may have been removed.')

/**
 * Changes one value of a variant of the account's store, and returns the store's key. Throws `product_not_found`;
 * refuses with `value_changed` if the value has changed since the editor saw it, and with `change_refused` for an
 * impossible change.
 */
export async function changeVariant(
  db: Database,
  { ownerId, memberId, now, change }: Editor & Readonly<{ change: ProductChange }>,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { supplierId } = await getStoreLocation(tx, ownerId)
    const author = { supplierId, accountId: memberId, source: 'edit', now } as const
    const [outcome] = await applyChanges(tx, author, [change])
    if (!outcome || !('code' in outcome)) return supplierId
    if (outcome.code === 'gone') throw productNotFound()
    if (outcome.code === 'refused') throw refused('change_refused', outcome.problem)
    throw refused('value_changed', 'Someone else has changed this in the meantime. Check the new value.', {
      current: outcome.current,
    })
  })
}

/** Prepares a bulk edit: stores and returns its changes. Throws `product_not_found` for a product of another store. */
export async function previewEdit(
  db: Database,
  {
    ownerId,
    now,
    ids,
    change,
  }: Omit<Editor, 'memberId'> & Readonly<{ ids: readonly string[]; change: BulkChangeData }>,
): Promise<ProductEditData & { productIds: number[] }> {
  return inTransaction(db, async (tx) => {
    const { supplierId } = await getStoreLocation(tx, ownerId)
    const requestedIds = [...new Set(ids)]
    const products = await selectEditedProducts(tx, { supplierId, publicIds: requestedIds }, 'read')
    if (products.length !== requestedIds.length) throw productNotFound()
    const productIds = products.map(({ id }) => id)
    const variants = Map.groupBy(
      await selectEditedVariants(tx, productIds, 'read'),
      ({ productId }) => productId,
    )
    const rowsById = new Map(
      products.map((product) => [
        product.publicId,
        planRows(change, product, variants.get(product.id) ?? []),
      ]),
    )
    const rows = requestedIds.flatMap((id) => rowsById.get(id) ?? [])
    const publicId = newId('productEdit', now.getTime())
    await insertEdit(tx, { publicId, supplierId, field: change.field, changes: rows, now })
    return { ...present({ publicId, field: change.field, state: 'preview', changes: rows }), productIds }
  })
}

function planRows(
  change: BulkChangeData,
  product: EditedProduct,
  variants: readonly EditedVariant[],
): EditRow[] {
  const { publicId: productId, title, status } = product
  const prices = variants.map(({ priceCents }) => priceCents)
  const plan = (variant: EditedVariant | undefined, after: FieldValue, unknown?: string): EditRow => ({
    productId,
    title,
    variantId: variant?.publicId ?? null,
    variant: variant?.title ?? '',
    sku: variant?.sku ?? '',
    before: readField(change.field, { status, variant }) ?? null,
    after,
    problem: unknown ?? explainRefusal({ field: change.field, after, title, status, variant, prices }),
  })
  if (change.field === 'status') return [plan(undefined, change.status)]
  return variants.map((variant) => {
    const result = calculateValue(change, variant)
    return 'problem' in result
      ? plan(variant, readField(change.field, { status, variant }) ?? null, result.problem)
      : plan(variant, result.value)
  })
}

/**
 * Applies the changes of a preview, once, where values have not changed since. A repeated call returns the same result.
 * Throws `edit_not_found`; refuses with `edit_undone`.
 */
export async function applyEdit(
  db: Database,
  { ownerId, memberId, now, id }: Editor & Readonly<{ id: string }>,
): Promise<ProductEditData> {
  return inTransaction(db, async (tx) => {
    const { supplierId } = await getStoreLocation(tx, ownerId)
    const edit = await lockEdit<EditRow>(tx, supplierId, id)
    if (!edit) throw editNotFound()
    if (edit.state === 'undone')
      throw refused('edit_undone', 'This change was undone. Prepare it again to make it.')
    if (edit.state === 'applied') return present(edit)
    const open = edit.changes.filter(isOpen)
    const author = { supplierId, accountId: memberId, source: 'bulk_edit', editId: edit.id, now } as const
    const outcomes = await applyChanges(
      tx,
      author,
      open.map((row) => ({ ...row, field: edit.field })),
    )
    const changes = mergeOutcomes(edit.changes, open, outcomes)
    await updateEdit(tx, { id: edit.id, state: 'applied', changes })
    return present({ ...edit, state: 'applied', changes })
  })
}

/**
 * Restores the values from before a bulk edit where they have not changed since. A repeated call returns the same
 * result. Throws `edit_not_found`; refuses with `edit_not_applied`.
 */
export async function undoEdit(
  db: Database,
  { ownerId, memberId, now, id }: Editor & Readonly<{ id: string }>,
): Promise<ProductEditData> {
  return inTransaction(db, async (tx) => {
    const { supplierId } = await getStoreLocation(tx, ownerId)
    const edit = await lockEdit<EditRow>(tx, supplierId, id)
    if (!edit) throw editNotFound()
    if (edit.state === 'preview') throw refused('edit_not_applied', 'This change hasn’t been made yet.')
    if (edit.state === 'undone') return present(edit)
    const made = edit.changes.filter(isOpen)
    const author = { supplierId, accountId: memberId, source: 'undo', editId: edit.id, now } as const
    const outcomes = await applyChanges(
      tx,
      author,
      made.map((row) => ({
        ...row,
        field: edit.field,
        before: row.after,
        after: row.before,
        ...(typeof row.endedOfferCents === 'number' ? { offerCents: row.endedOfferCents } : {}),
      })),
    )
    const changes = mergeOutcomes(made, made, outcomes).map((row) => ({
      ...row,
      before: row.after,
      after: row.before,
    }))
    await updateEdit(tx, { id: edit.id, state: 'undone', changes })
    return present({ ...edit, state: 'undone', changes })
  })
}

const editNotFound = () => notFound('edit_not_found', 'This change doesn’t exist. Select the products again.')

/** Returns whether a row has a change to apply. */
function isOpen({ before, after, problem }: EditRow): boolean {
  return problem === null && before !== after
}

function mergeOutcomes(
  rows: readonly EditRow[],
  tried: readonly EditRow[],
  outcomes: readonly ChangeOutcome[],
): EditRow[] {
  const outcomeByRow = new Map(tried.map((row, index) => [row, outcomes[index]]))
  return rows.map((row) => {
    const outcome = outcomeByRow.get(row)
    if (!outcome) return row
    return 'code' in outcome
      ? { ...row, problem: outcome.problem }
      : { ...row, endedOfferCents: outcome.endedOfferCents }
  })
}

/** Returns a bulk edit for display, without rows that already have the value. */
function present({ publicId, field, state, changes }: Omit<Edit, 'id'>): ProductEditData {
  const rows = changes.filter((row) => row.problem !== null || row.before !== row.after)
  const made = rows.filter(isOpen)
  return {
    id: publicId,
    field,
    state,
    rows: selectVisibleRows(rows).map(({ endedOfferCents: _ended, ...row }) => row),
    products: new Set(made.map(({ productId }) => productId)).size,
    changes: made.length,
    refused: rows.length - made.length,
    unchanged: changes.length - rows.length,
  }
}

/** The most rows of a bulk edit that are shown; the rest is counted. */
const MAX_SHOWN_ROWS = 500

/** Returns the rows to show: all of a small edit, else refused rows followed by the first others. */
function selectVisibleRows(rows: readonly EditRow[]): readonly EditRow[] {
  if (rows.length <= MAX_SHOWN_ROWS) return rows
  const [refusedRows, others] = [rows.filter((row) => !isOpen(row)), rows.filter(isOpen)]
  return [...refusedRows, ...others].slice(0, MAX_SHOWN_ROWS)
}
