import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { rows, type Queryable, type Transaction } from '#database/database.ts'
import type { ProductImageData } from '#features/catalogue/catalog/contract.ts'
import { products } from '#features/catalogue/catalog/tables.ts'
import type { SelectedData } from '../contract.ts'
import { storeSelections } from '../tables.ts'

/** What somebody wants of a piece, in hundredths of the currency; null follows the marketplace. */
export type Wanted = Readonly<{
  productId: string
  retailAmount: number | null
  retailCurrency: string | null
  quantity: number | null
}>

/** A chosen piece as kept, with how it stands with it in the shops of who chose it. */
export type KeptPiece = Readonly<{
  productId: string
  name: string
  image: ProductImageData | null
  isOffered: boolean
  sellAmount: number
  stock: number
  retailAmount: number | null
  retailCurrency: string | null
  quantity: number | null
  state: SelectedData['sync']['state']
  problem: string | null
  note: string | null
  syncedAt: Date | null
}>

/** Lets one change of a person's selection be done after the other, until the transaction ends. */
export async function lockSelection(tx: Transaction, personId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('store_selections', ${personId}))`)
}

/** How many pieces somebody has chosen. */
export async function countSelection(db: Queryable, personId: number): Promise<number> {
  const [counted] = await db
    .select({ n: count() })
    .from(storeSelections)
    .where(eq(storeSelections.personId, personId))
  return counted?.n ?? 0
}

/** Chooses listed pieces that are not chosen yet; gives how many these were. */
export async function insertSelected(
  tx: Transaction,
  { personId, pieces, now }: Readonly<{ personId: number; pieces: readonly Wanted[]; now: Date }>,
): Promise<number> {
  const added = await rows(
    tx,
    sql`
      insert into store_selections (person_id, product_id, retail_amount, retail_currency, quantity, added_at)
      select ${personId}, p.id, w."retailAmount", w."retailCurrency", w.quantity, ${now}
      from json_to_recordset(${JSON.stringify(pieces)}::json)
        as w("productId" text, "retailAmount" bigint, "retailCurrency" text, quantity int)
      join products p on p.public_id = w."productId" and p.is_listed
      on conflict do nothing
      returning product_id`,
  )
  return added.length
}

/** Changes what somebody wants of a chosen piece; gives whether it is chosen. */
export async function updateSelected(
  tx: Transaction,
  personId: number,
  { productId, ...change }: Partial<Wanted> & Pick<Wanted, 'productId'>,
): Promise<boolean> {
  const isOne = and(
    eq(storeSelections.personId, personId),
    inArray(
      storeSelections.productId,
      tx.select({ id: products.id }).from(products).where(eq(products.publicId, productId)),
    ),
  )
  const found =
    Object.keys(change).length === 0
      ? await tx.select({ id: storeSelections.productId }).from(storeSelections).where(isOne)
      : await tx.update(storeSelections).set(change).where(isOne).returning({ id: storeSelections.productId })
  return found.length > 0
}

/** Leaves pieces out; gives how many of them were chosen. */
export async function deleteSelected(
  tx: Transaction,
  personId: number,
  productIds: readonly string[],
): Promise<number> {
  const gone = await tx
    .delete(storeSelections)
    .where(
      and(
        eq(storeSelections.personId, personId),
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
  return gone.length
}

/** Forgets somebody's selection. */
export async function deleteSelection(db: Queryable, personId: number): Promise<void> {
  await db.delete(storeSelections).where(eq(storeSelections.personId, personId))
}

/** Which of somebody's pieces are wanted: some of them by their ids, or a stretch of all, newest first. */
export type Stretch = Readonly<{ ids?: readonly string[] | undefined; limit: number; offset: number }>

/** Some of somebody's chosen pieces, newest first. */
export async function listSelected(
  db: Queryable,
  personId: number,
  { ids, limit, offset }: Stretch,
): Promise<KeptPiece[]> {
  const isWanted = ids ? sql`and p.public_id = any(${sql.param([...ids])}::text[])` : sql``
  const found = await rows<PieceRow>(
    db,
    sql`
      select p.public_id, p.name, p.pictures -> 0 as image, p.is_listed, p.sell_amount, p.stock,
        s.retail_amount, s.retail_currency, s.quantity, l.state, l.problem, l.note, l.synced_at
      from store_selections s join products p on p.id = s.product_id
      cross join lateral (
        select coalesce(
            (array_agg(l.state order by array_position(array['failed', 'pending', 'synced'], l.state)))[1], 'none'
          ) as state,
          string_agg(l.problem, ' ' order by l.connection_id) as problem, string_agg(distinct l.note, ' ') as note, max(l.synced_at) as synced_at
        from store_listings l join store_connections c on c.id = l.connection_id
        where c.person_id = s.person_id and l.product_id = s.product_id
      ) l
      where s.person_id = ${personId} ${isWanted}
      order by s.place desc limit ${limit} offset ${offset}`,
  )
  return found.map((row) => ({
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

type PieceRow = {
  public_id: string
  name: string
  image: ProductImageData | null
  is_listed: boolean
  sell_amount: string
  stock: number
  retail_amount: string | null
  retail_currency: string | null
  quantity: number | null
  state: KeptPiece['state']
  problem: string | null
  note: string | null
  synced_at: Date | null
}
