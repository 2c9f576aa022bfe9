import { and, count, countDistinct, eq, inArray, sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import type { ProductImageData } from '#features/catalogue/catalog/contract.ts'
import { products } from '#features/catalogue/catalog/tables.ts'
import type { SelectionItemData } from '../contract.ts'
import { storeSelections } from '../tables.ts'

/** An account's settings of a product, in hundredths of the currency; null follows the marketplace. */
export type StoredRetailSettings = Readonly<{
  productId: string
  retailAmount: number | null
  retailCurrency: string | null
  quantity: number | null
  /** Whether the price in the store is left unchanged; omitted, it stays as before. */
  isPriceLocked?: boolean
}>

/** A selected product as stored, with its state in the account's shops. */
export type StoredSelectionItem = Readonly<{
  productId: string
  name: string
  image: ProductImageData | null
  isOffered: boolean
  sellAmount: number
  stock: number
  retailAmount: number | null
  retailCurrency: string | null
  quantity: number | null
  state: SelectionItemData['sync']['state']
  problem: string | null
  note: string | null
  syncedAt: Date | null
  /** What its price by the vendor's rules depends on. */
  productKey: number
  supplierId: string
  category: string
  variants: readonly Readonly<{ publicId: string }>[]
}>

/** Locks an account's selection until the transaction ends, so that changes are sequential. */
export async function lockSelection(tx: Transaction, accountId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('store_selections', ${accountId}))`)
}

/** Counts the accounts that have selected one of these products, by internal keys. */
export async function countSelectingAccounts(db: Queryable, productIds: readonly number[]): Promise<number> {
  const [counted] = await db
    .select({ accounts: countDistinct(storeSelections.accountId) })
    .from(storeSelections)
    .where(inArray(storeSelections.productId, [...productIds]))
  return counted?.accounts ?? 0
}

/** Returns how many products an account has selected. */
export async function countSelection(db: Queryable, accountId: number): Promise<number> {
  const [counted] = await db
    .select({ n: count() })
    .from(storeSelections)
    .where(eq(storeSelections.accountId, accountId))
  return counted?.n ?? 0
}

/** Selects listed products that are not selected yet; returns how many. */
export async function insertSelection(
  tx: Transaction,
  selection: Readonly<{ accountId: number; products: readonly StoredRetailSettings[]; now: Date }>,
): Promise<number> {
  const { accountId, products: settings, now } = selection
  const added = await queryRows(
    tx,
    sql`
      insert into store_selections (account_id, product_id, retail_amount, retail_currency, quantity, added_at)
      select ${accountId}, p.id, w."retailAmount", w."retailCurrency", w.quantity, ${now}
      from json_to_recordset(${JSON.stringify(settings)}::json)
        as w("productId" text, "retailAmount" bigint, "retailCurrency" text, quantity int)
      join products p on p.public_id = w."productId" and p.is_listed
      on conflict do nothing
      returning product_id`,
  )
  return added.length
}

/** Updates an account's settings of a selected product; returns whether it is selected. */
export async function updateSelection(
  tx: Transaction,
  accountId: number,
  { productId, ...change }: Partial<StoredRetailSettings> & Pick<StoredRetailSettings, 'productId'>,
): Promise<boolean> {
  const isItem = and(
    eq(storeSelections.accountId, accountId),
    inArray(
      storeSelections.productId,
      tx.select({ id: products.id }).from(products).where(eq(products.publicId, productId)),
    ),
  )
  const found =
    Object.keys(change).length === 0
      ? await tx.select({ id: storeSelections.productId }).from(storeSelections).where(isItem)
      : await tx
          .update(storeSelections)
          .set(change)
          .where(isItem)
          .returning({ id: storeSelections.productId })
  return found.length > 0
}

/** The current retail settings of a product. */
export type CompleteRetailSettings = Readonly<Required<Omit<StoredRetailSettings, 'productId'>>>

/** Returns the retail settings of a selected product; undefined where it is not selected. */
export async function findRetailSettings(
  tx: Transaction,
  accountId: number,
  productId: string,
): Promise<CompleteRetailSettings | undefined> {
  const { retailAmount, retailCurrency, quantity, isPriceLocked } = storeSelections
  const [found] = await tx
    .select({ retailAmount, retailCurrency, quantity, isPriceLocked })
    .from(storeSelections)
    .innerJoin(products, eq(products.id, storeSelections.productId))
    .where(and(eq(storeSelections.accountId, accountId), eq(products.publicId, productId)))
  return found
}

/** Deselects products; returns how many of them were selected. */
export async function deleteSelectionItems(
  tx: Transaction,
  accountId: number,
  productIds: readonly string[],
): Promise<number> {
  const deleted = await tx
    .delete(storeSelections)
    .where(
      and(
        eq(storeSelections.accountId, accountId),
        inArray(
          storeSelections.productId,
          tx
            .select({ id: products.id })
            .from(products)
            .where(inArray(products.publicId, [...productIds])),
        ),
      ),
    )
    .returning({ id: storeSelections.productId })
  return deleted.length
}

/** Records changed retail settings of products; a job updates the listed ones. */
export async function recordSelectionChange(tx: Transaction, productIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    insert into store_listing_changes (product_id)
    select p.id from products p where p.public_id = any(${sql.param([...productIds])}::text[])
      and exists (select from store_listings l where l.product_id = p.id)`)
}

/**
 * Ends the price choices of products' single listings, so that their prices follow the product's settings in all
 * stores.
 */
export async function clearPriceSources(
  tx: Transaction,
  accountId: number,
  productIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    update store_listings l set price_source = null from store_connections c, products p
    where c.id = l.connection_id and c.account_id = ${accountId} and p.id = l.product_id and l.price_source is not null
      and p.public_id = any(${sql.param([...productIds])}::text[])`)
}

/** Deletes an account's selection. */
export async function deleteSelection(db: Queryable, accountId: number): Promise<void> {
  await db.delete(storeSelections).where(eq(storeSelections.accountId, accountId))
}

/** A range of an account's products: some by their ids, or a range of all, newest first. */
export type SelectionRange = Readonly<{ ids?: readonly string[] | undefined; limit: number; offset: number }>

/** Lists some of an account's selected products, newest first. */
export async function listSelectionItems(
  db: Queryable,
  accountId: number,
  { ids, limit, offset }: SelectionRange,
): Promise<StoredSelectionItem[]> {
  const idCondition = ids ? sql`and p.public_id = any(${sql.param([...ids])}::text[])` : sql``
  const found = await queryRows<SelectionRow>(
    db,
    sql`
      select p.id, u.public_id as supplier_public_id, c.name as category, v.variants,
        p.public_id, p.name, p.pictures -> 0 as image, p.is_listed, p.sell_amount, p.stock,
        s.retail_amount, s.retail_currency, s.quantity, l.state, l.problem, l.note, l.synced_at
      from store_selections s join products p on p.id = s.product_id
      join suppliers u on u.id = p.supplier_id join categories c on c.id = p.category_id
      cross join lateral (
        select json_agg(json_build_object('publicId', public_id)) as variants from product_variants where product_id = p.id) v
      cross join lateral (
        select coalesce(
            (array_agg(l.state order by array_position(array['failed', 'pending', 'synced'], l.state)))[1], 'none'
          ) as state,
          string_agg(l.problem, ' ' order by l.connection_id) as problem, string_agg(distinct l.note, ' ') as note, max(l.synced_at) as synced_at
        from store_listings l join store_connections c on c.id = l.connection_id
        where c.account_id = s.account_id and l.product_id = s.product_id
      ) l
      where s.account_id = ${accountId} ${idCondition}
      order by s.place desc limit ${limit} offset ${offset}`,
  )
  return found.map((row) => ({
    productKey: Number(row.id),
    supplierId: row.supplier_public_id,
    category: row.category,
    variants: row.variants ?? [],
    productId: row.public_id,
    name: row.name,
    image: row.image,
    isOffered: row.is_listed,
    sellAmount: Number(row.sell_amount),
    stock: row.stock,
    retailAmount: row.retail_amount === null ? null : Number(row.retail_amount),
    retailCurrency: row.retail_currency,
    quantity: row.quantity,
    state: row.state,
    problem: row.problem,
    note: row.note,
    syncedAt: row.synced_at === null ? null : new Date(row.synced_at),
  }))
}

type SelectionRow = {
  id: string
  supplier_public_id: string
  category: string
  variants: { publicId: string }[] | null
  public_id: string
  name: string
  image: ProductImageData | null
  is_listed: boolean
  sell_amount: string
  stock: number
  retail_amount: string | null
  retail_currency: string | null
  quantity: number | null
  state: StoredSelectionItem['state']
  problem: string | null
  note: string | null
  synced_at: Date | null
}
