import { inTransaction, type Queryable, type Transaction } from '#database/database.ts'
import { notFound, refused } from '#core/errors.ts'
import { SHOP_CURRENCY, toDecimal } from '#core/money.ts'
import { type AuditSource, recordVendorChange } from '#features/identity/audit/service.ts'
import { PER_PAGE, type SelectionItemData, type RetailSettingsData } from '../contract.ts'
import { selectConnections } from '../connecting/connection-queries.ts'
import { MAX_SELECTED } from '../rules.ts'
import { readPriceBasis, toRulePrices } from './rule-prices.ts'
import {
  clearPriceSources,
  countSelection,
  deleteSelectionItems,
  findRetailSettings,
  insertSelection,
  type CompleteRetailSettings,
  listSelectionItems,
  lockSelection,
  recordSelectionChange,
  updateSelection,
  type StoredRetailSettings,
  type StoredSelectionItem,
} from './selection-queries.ts'
import { toSelectionItem } from '../views.ts'

/** A page of an account's selection. */
export type SelectionPage = Readonly<{
  selection: SelectionItemData[]
  total: number
  page: number
  pages: number
}>

/**
 * Returns a page of an account's selection, newest first, or the selected ones of the requested ids. A page after the
 * last is the last.
 */
export async function readSelection(
  db: Queryable,
  accountId: number,
  {
    page: requestedPage = 1,
    ids,
  }: Readonly<{ page?: number | undefined; ids?: readonly string[] | undefined }>,
): Promise<SelectionPage> {
  const total = await countSelection(db, accountId)
  const pages = Math.ceil(total / PER_PAGE)
  const page = Math.max(1, Math.min(requestedPage, pages))
  const range = ids
    ? { ids, limit: ids.length, offset: 0 }
    : { limit: PER_PAGE, offset: (page - 1) * PER_PAGE }
  const items = await listSelectionItems(db, accountId, range)
  return { selection: await toSelectionItems(db, accountId, items), total, page, pages }
}

/** Returns selected products with their prices by the vendor's rules, in the currency of the vendor's first store. */
export async function toSelectionItems(
  db: Queryable,
  accountId: number,
  items: readonly StoredSelectionItem[],
): Promise<SelectionItemData[]> {
  const [store] = await selectConnections(db, accountId)
  const productKeys = items.map(({ productKey }) => productKey)
  const basis = await readPriceBasis(db, { accountId, productKeys })
  const ruleCurrency = store?.currency ?? SHOP_CURRENCY
  return items.map((item) => {
    const prices = [...(toRulePrices(basis, item, ruleCurrency)?.values() ?? [])]
    return toSelectionItem(
      item,
      prices.length > 0
        ? { rulePrice: toDecimal(Math.min(...prices)), ruleCurrency }
        : { rulePrice: null, ruleCurrency: null },
    )
  })
}

/**
 * Selects products; selected ones are unchanged, those not offered are left out. Throws `selection_full` if there would
 * be more than `MAX_SELECTED`.
 */
export async function selectProducts(
  db: Queryable,
  source: AuditSource,
  products: readonly RetailSettingsData[],
): Promise<{ added: number; total: number }> {
  const { businessId: accountId, now } = source
  return inTransaction(db, async (tx) => {
    await lockSelection(tx, accountId)
    const settings = products.map((product) => ({ ...NO_RETAIL_SETTINGS, ...toRetailSettings(product) }))
    const added = await insertSelection(tx, { accountId, products: settings, now })
    await recordSelectionChange(
      tx,
      products.map(({ productId }) => productId),
    )
    const total = await countSelection(tx, accountId)
    if (added > 0 && total > MAX_SELECTED)
      throw refused(
        'selection_full',
        `A selection can have up to ${MAX_SELECTED} products. Remove some first.`,
      )
    await recordSelection(tx, source, { change: 'Added', total, by: added })
    return { added, total }
  })
}

const NO_RETAIL_SETTINGS = { retailAmount: null, retailCurrency: null, quantity: null }

/** Changes retail price and quantity of a selected product. Throws `not_selected`. */
export async function updateRetailSettings(
  db: Queryable,
  source: AuditSource,
  product: RetailSettingsData,
): Promise<SelectionItemData> {
  const { businessId: accountId } = source
  return inTransaction(db, async (tx) => {
    await lockSelection(tx, accountId)
    const before = await findRetailSettings(tx, accountId, product.productId)
    const isSelected = await updateSelection(tx, accountId, toRetailSettings(product))
    if (product.retailPrice !== undefined || product.isPriceLocked !== undefined)
      await clearPriceSources(tx, accountId, [product.productId])
    if (isSelected) await recordSelectionChange(tx, [product.productId])
    const items = await listSelectionItems(tx, accountId, { ids: [product.productId], limit: 1, offset: 0 })
    const [item] = await toSelectionItems(tx, accountId, items)
    if (!isSelected || !item) throw notFound('not_selected', 'This product isn’t in your selection.')
    const after = await findRetailSettings(tx, accountId, product.productId)
    await recordVendorChange(tx, source, {
      kind: 'selection',
      action: `Changed the retail settings of ${item.name}`,
      entity: `product:${product.productId}`,
      before: before ? toLoggedSettings(before) : {},
      after: after ? toLoggedSettings(after) : {},
    })
    return item
  })
}

/** Deselects products; repeating it changes nothing. */
export async function deselectProducts(
  db: Queryable,
  source: AuditSource,
  productIds: readonly string[],
): Promise<{ removed: number; total: number }> {
  const { businessId: accountId } = source
  return inTransaction(db, async (tx) => {
    await lockSelection(tx, accountId)
    const removed = await deleteSelectionItems(tx, accountId, productIds)
    await recordSelectionChange(tx, productIds)
    const total = await countSelection(tx, accountId)
    await recordSelection(tx, source, { change: 'Removed', total, by: -removed })
    return { removed, total }
  })
}

async function recordSelection(
  tx: Transaction,
  source: AuditSource,
  { change, total, by }: Readonly<{ change: 'Added' | 'Removed'; total: number; by: number }>,
): Promise<void> {
  const products = Math.abs(by) === 1 ? '1 product' : `${Math.abs(by)} products`
  await recordVendorChange(tx, source, {
    kind: 'selection',
    action:
      change === 'Added' ? `Added ${products} to the selection` : `Removed ${products} from the selection`,
    entity: 'selection',
    before: { products: total - by },
    after: { products: total },
  })
}

function toLoggedSettings({ retailAmount, retailCurrency, quantity, isPriceLocked }: CompleteRetailSettings) {
  const retailPrice = retailAmount === null ? null : `${(retailAmount / 100).toFixed(2)} ${retailCurrency}`
  return { retailPrice, quantity, isPriceLocked }
}

/** Returns the given settings of a product, without omitted ones. */
function toRetailSettings(
  product: RetailSettingsData,
): Partial<StoredRetailSettings> & Pick<StoredRetailSettings, 'productId'> {
  const { productId, retailPrice, retailCurrency = SHOP_CURRENCY, quantity, isPriceLocked } = product
  return {
    productId,
    ...(retailPrice === undefined
      ? {}
      : retailPrice === null
        ? { retailAmount: null, retailCurrency: null }
        : { retailAmount: Math.round(retailPrice * 100), retailCurrency }),
    ...(quantity === undefined ? {} : { quantity }),
    ...(isPriceLocked === undefined ? {} : { isPriceLocked }),
  }
}
