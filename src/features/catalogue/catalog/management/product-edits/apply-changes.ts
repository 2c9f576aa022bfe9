import type { Transaction } from '#database/database.ts'
import { notifyProductsChanged, refreshStockCounts } from '../../storefront/details/product-queries.ts'
import { saveStockAdjustments } from '../../stock/commitment-queries.ts'
import {
  type EditedProduct,
  type EditedVariant,
  selectEditedProducts,
  selectEditedVariants,
  raiseRevisions,
  updateStatuses,
  updateVariants,
  type VariantUpdate,
} from './edit-queries.ts'
import { type ChangeAuthor, insertChanges } from './history-queries.ts'
import { explainRefusal, type FieldValue, type ProductStatus, readField } from './rules.ts'
import type { EditField } from './shapes.ts'

/** A change of one value, by public ids. It applies only while the value is still `before`. */
export type ProductChange = Readonly<{
  productId: string
  variantId: string | null
  field: EditField
  before: FieldValue
  after: FieldValue
  /** The offer price that the new price restores; without it, an offer that is not below the new price ends. */
  offerCents?: number | null
}>

/** The result of a change: why it was not made, with the current value; or the offer that the new price ended. */
export type ChangeOutcome = Readonly<
  | { endedOfferCents: number | null }
  | { code: 'gone' | 'stale' | 'refused'; problem: string; current?: FieldValue }
>

type Target = Readonly<{ product: EditedProduct; variant: EditedVariant | undefined }>

type AcceptedChange = ProductChange & Target

/**
 * Applies changes to a store's products one by one; returns the results in their order. Products are locked before
 * their variants, as orders lock them, so that stock is never oversold. Writes the history in the same transaction.
 */
export async function applyChanges(
  tx: Transaction,
  { supplierId, ...author }: ChangeAuthor & Readonly<{ supplierId: number }>,
  changes: readonly ProductChange[],
): Promise<ChangeOutcome[]> {
  const publicIds = [...new Set(changes.map(({ productId }) => productId))]
  const products = await selectEditedProducts(tx, { supplierId, publicIds }, 'lock')
  const variants = await selectEditedVariants(
    tx,
    products.map(({ id }) => id),
    'lock',
  )
  const findTarget = createTargetFinder(products, variants)
  const pricesByProduct = Map.groupBy(variants, ({ productId }) => productId)
  const accepted: AcceptedChange[] = []
  const outcomes = changes.map((change): ChangeOutcome => {
    const target = findTarget(change)
    const prices = (pricesByProduct.get(target?.product.id ?? 0) ?? []).map(({ priceCents }) => priceCents)
    const problem = checkChange(change, target, prices)
    if (problem || !target) return problem ?? GONE
    accepted.push({ ...change, ...target })
    return { endedOfferCents: findEndedOffer(change, target.variant) }
  })
  if (accepted.length > 0) await writeChanges(tx, author, accepted)
  return outcomes
}

const GONE = { code: 'gone', problem: 'It was removed in the meantime.' } as const

function createTargetFinder(
  products: readonly EditedProduct[],
  variants: readonly EditedVariant[],
): (change: ProductChange) => Target | undefined {
  const productById = new Map(products.map((product) => [product.publicId, product]))
  const variantById = new Map(variants.map((variant) => [variant.publicId, variant]))
  return ({ productId, variantId }) => {
    const product = productById.get(productId)
    const variant = variantId === null ? undefined : variantById.get(variantId)
    if (!product || (variantId !== null && variant?.productId !== product.id)) return undefined
    return { product, variant }
  }
}

function checkChange(
  { field, before, after }: ProductChange,
  target: Target | undefined,
  prices: readonly number[],
): Extract<ChangeOutcome, { code: string }> | undefined {
  const { product, variant } = target ?? {}
  if (!product) return GONE
  const current = readField(field, { status: product.status, variant })
  if (current === undefined) return GONE
  if (current !== before)
    return { code: 'stale', problem: 'It has changed in the meantime, so it was left unchanged.', current }
  const { title, status } = product
  const problem = explainRefusal({ field, after, title, status, variant, prices })
  return problem === null ? undefined : { code: 'refused', problem }
}

function findEndedOffer({ field, after }: ProductChange, variant: EditedVariant | undefined): number | null {
  if (field !== 'price' || !variant || variant.offerCents === null) return null
  return variant.offerCents < Number(after) ? null : variant.offerCents
}

async function writeChanges(
  tx: Transaction,
  author: ChangeAuthor,
  accepted: readonly AcceptedChange[],
): Promise<void> {
  const made = accepted.filter(({ before, after }) => before !== after)
  const productIds = [...new Set(made.map(({ product }) => product.id))]
  if (productIds.length === 0) return
  const updates = made.flatMap((change) => (change.variant ? [toUpdate(change, change.variant)] : []))
  if (updates.length > 0) await updateVariants(tx, updates, author.now)
  const statuses = made.filter(({ field }) => field === 'status')
  if (statuses.length > 0)
    await updateStatuses(
      tx,
      // The contract has checked the status.
      statuses.map(({ product, after }) => ({ id: product.id, status: after as ProductStatus })),
    )
  await saveStockAdjustments(
    tx,
    made.flatMap(({ field, after, variant }) =>
      field === 'stock' && variant
        ? [{ variantId: variant.id, quantity: Number(after) - variant.stock + variant.oversold }]
        : [],
    ),
    author.now,
  )
  await raiseRevisions(tx, productIds, author.now)
  await refreshStockCounts(tx, productIds)
  await insertChanges(
    tx,
    author,
    made.map(({ product, variant, field, before, after }) => ({
      productId: product.id,
      variantId: variant?.id ?? null,
      sku: variant?.sku ?? '',
      title: variant?.title ?? '',
      field,
      before,
      after,
    })),
  )
  await notifyProductsChanged(tx, [...new Set(made.map(({ product }) => product.publicId))])
}

function toUpdate(change: ProductChange, variant: EditedVariant): VariantUpdate {
  const { id, priceCents, offerCents, wholesaleCents, stock } = variant
  const values = { id, priceCents, offerCents, wholesaleCents, stock }
  const { field, after, offerCents: restoredOffer } = change
  if (field === 'wholesale') return { ...values, wholesaleCents: after === null ? null : Number(after) }
  if (field === 'stock') return { ...values, stock: Number(after) }
  const remainingOffer = findEndedOffer(change, variant) === null ? offerCents : null
  return { ...values, priceCents: Number(after), offerCents: restoredOffer ?? remainingOffer }
}
