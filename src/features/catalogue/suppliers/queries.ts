import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type Queryable, type Transaction, queryPrepared } from '#database/database.ts'
import { suppliers, warehouses } from './tables.ts'
import { toSlug } from './rules.ts'

/** A stored supplier. */
export type Supplier = typeof suppliers.$inferSelect

/** A stored warehouse. */
export type Warehouse = typeof warehouses.$inferSelect

/** A supplier to store; verified unless stated otherwise. */
type NewSupplier = Readonly<{
  publicId: string
  slug: string
  name: string
  country: string
  isNamed?: boolean
  ownerId?: number
  contactEmail?: string
  isVerified?: boolean
  createdAt?: Date
}>

/** Returns the supplier with this slug, if there is one. */
export async function findSupplierBySlug(db: Queryable, slug: string): Promise<Supplier | undefined> {
  const [found] = await db.select().from(suppliers).where(eq(suppliers.slug, slug))
  return found
}

/** Returns whether a store's owner has not named it yet. */
export async function isUnnamed(db: Queryable, id: number): Promise<boolean> {
  const found = await db
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(and(eq(suppliers.id, id), eq(suppliers.isNamed, false)))
  return found.length > 0
}

/** Locks stores' slugs, so that one transaction at a time decides which are free. */
export async function lockSlugs(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('suppliers.slug'))`)
}

/** Updates a store's name. Its slug is `slug`, or `otherSlug` when another store has that. */
export async function updateSupplierName(
  tx: Transaction,
  id: number,
  { name, slug, otherSlug }: Readonly<{ name: string; slug: string; otherSlug: string }>,
): Promise<void> {
  const slugTaken = sql`exists (select 1 from suppliers o where o.slug = ${slug} and o.id <> ${id})`
  await tx
    .update(suppliers)
    .set({
      name,
      slug: sql`case when ${slugTaken} then ${otherSlug} else ${slug} end`,
      isNamed: true,
      updatedAt: sql`now()`,
    })
    .where(eq(suppliers.id, id))
}

/** Returns the verified supplier with this public id, if there is one. */
export async function findVerifiedByPublicId(db: Queryable, publicId: string): Promise<Supplier | undefined> {
  const [found] = await db
    .select()
    .from(suppliers)
    .where(and(eq(suppliers.publicId, publicId), eq(suppliers.isVerified, true)))
  return found
}

/** Returns the supplier with this public id, verified or not. */
export async function selectSupplierByPublicId(
  db: Queryable,
  publicId: string,
): Promise<Supplier | undefined> {
  const [found] = await db.select().from(suppliers).where(eq(suppliers.publicId, publicId))
  return found
}

/** Stores a new supplier; undefined when the slug already exists. */
export async function insertSupplier(db: Queryable, supplier: NewSupplier): Promise<Supplier | undefined> {
  const [inserted] = await db
    .insert(suppliers)
    .values({ isVerified: true, ...supplier })
    .onConflictDoNothing({ target: suppliers.slug })
    .returning()
  return inserted
}

/** Updates a supplier's profile. */
export async function updateSupplier(
  db: Queryable,
  id: number,
  change: Partial<Omit<typeof suppliers.$inferInsert, 'id' | 'publicId' | 'slug' | 'isVerified' | 'isNamed'>>,
): Promise<void> {
  await db
    .update(suppliers)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(suppliers.id, id))
}

/** Sets whether a supplier is verified, which ends a suspension; the database lists or unlists its products with it. */
export async function updateSupplierVerified(
  db: Queryable,
  id: number,
  isVerified: boolean,
): Promise<boolean> {
  const changed = await db
    .update(suppliers)
    .set({ isVerified, suspendedAt: null, suspensionReason: null, updatedAt: sql`now()` })
    .where(eq(suppliers.id, id))
    .returning({ id: suppliers.id })
  return changed.length > 0
}

/** Sets whether a supplier is verified or suspended; the database lists or unlists its products with it. */
export async function updateSupplierStatus(
  tx: Transaction,
  id: number,
  {
    isVerified,
    suspension,
  }: Readonly<{ isVerified: boolean; suspension: Readonly<{ at: Date; reason: string }> | null }>,
): Promise<void> {
  await tx
    .update(suppliers)
    .set({
      isVerified,
      suspendedAt: suspension?.at ?? null,
      suspensionReason: suspension?.reason ?? null,
      updatedAt: sql`now()`,
    })
    .where(eq(suppliers.id, id))
}

/** Returns the supplier's warehouse of this name; inserts it when new, updates its country. */
export async function upsertWarehouse(
  db: Queryable,
  warehouse: Readonly<{ supplierId: number; name: string; country: string }>,
): Promise<Warehouse> {
  const [stored] = await db
    .insert(warehouses)
    .values(warehouse)
    .onConflictDoUpdate({
      target: [warehouses.supplierId, warehouses.name],
      set: { country: warehouse.country, archivedAt: null },
    })
    .returning()
  if (!stored) throw new Error('the warehouse was not kept')
  return stored
}

/** Returns the supplier's first warehouse that is not archived, if it has one. */
export async function findFirstWarehouse(db: Queryable, supplierId: number): Promise<Warehouse | undefined> {
  const [found] = await db
    .select()
    .from(warehouses)
    .where(and(eq(warehouses.supplierId, supplierId), isNull(warehouses.archivedAt)))
    .orderBy(asc(warehouses.id))
    .limit(1)
  return found
}

/** Returns all suppliers, sorted by name. */
export async function selectSuppliers(db: Queryable): Promise<Supplier[]> {
  return db.select().from(suppliers).orderBy(asc(suppliers.name))
}

/** Returns these suppliers' names and email addresses. */
export async function selectSupplierContacts(
  db: Queryable,
  ids: readonly number[],
): Promise<{ id: number; name: string; contactEmail: string | null }[]> {
  const { id, name, contactEmail } = suppliers
  return db
    .select({ id, name, contactEmail })
    .from(suppliers)
    .where(inArray(id, [...ids]))
}

/** Returns the store of an account, if there is one. */
export async function selectSupplierByOwner(db: Queryable, ownerId: number): Promise<Supplier | undefined> {
  const [found] = await db.select().from(suppliers).where(eq(suppliers.ownerId, ownerId))
  return found
}

/** Returns the store of an account, locked until the transaction ends. */
export async function lockSupplierByOwner(tx: Transaction, ownerId: number): Promise<Supplier | undefined> {
  const [found] = await tx.select().from(suppliers).where(eq(suppliers.ownerId, ownerId)).for('no key update')
  return found
}

/** Returns the supplier of this key, locked until the transaction ends. */
export async function lockSupplier(tx: Transaction, id: number): Promise<Supplier | undefined> {
  const [found] = await tx.select().from(suppliers).where(eq(suppliers.id, id)).for('no key update')
  return found
}

/** Moves the warehouses of a store in one country to another country. */
export async function moveWarehouses(
  tx: Transaction,
  { supplierId, from, to }: Readonly<{ supplierId: number; from: string; to: string }>,
): Promise<void> {
  await tx
    .update(warehouses)
    .set({ country: to })
    .where(and(eq(warehouses.supplierId, supplierId), eq(warehouses.country, from)))
}

/** Returns whether a store has this picture as its logo. */
export async function isLogo(db: Queryable, key: string): Promise<boolean> {
  const found = await db
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(eq(suppliers.logoKey, key))
    .limit(1)
  return found.length > 0
}

/** Notifies all processes at commit that a store's data has changed; its products' pages are rendered again. */
export async function notifyStoreChanged(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_notify('catalogue', 'products')`)
}

/**
 * A supplier as operators see it, distinguished from others of its name. `shortName` is unique; `owner` is the address
 * of the account that signed up for it.
 */
export type NamedSupplier = Readonly<{
  id: number
  shortName: string
  name: string
  country: string
  owner: string | null
  contactEmail: string | null
  isVerified: boolean
  createdAt: Date
}>

/**
 * Lists the suppliers that a name may mean, oldest first. Names with the same slug are the same, and a short name is a
 * name, too.
 */
export async function listSuppliersByName(db: Queryable, name: string): Promise<NamedSupplier[]> {
  const slug = toSlug(name)
  // Among suppliers with one name, all but the first have a suffix of eight characters: see `createStore`.
  const found = await queryPrepared<NamedSupplier>(db, LIST_BY_NAME, [slug, `${slug.slice(0, 50)}-________`])
  return found.filter((supplier) => supplier.shortName === slug || toSlug(supplier.name) === slug)
}

/** Finds the supplier with this short name, verified or not. */
export async function findSupplierByShortName(
  db: Queryable,
  shortName: string,
): Promise<NamedSupplier | undefined> {
  const [found] = await queryPrepared<NamedSupplier>(db, FIND_BY_SHORT_NAME, [shortName.trim().toLowerCase()])
  return found
}

const COLUMNS = `
  select s.id, s.slug as "shortName", s.name, s.country, p.email as owner, s.contact_email as "contactEmail",
    s.is_verified as "isVerified", s.created_at as "createdAt"
  from suppliers s left join accounts p on p.id = s.owner_id`

const LIST_BY_NAME = {
  name: 'suppliers_list_named',
  text: `${COLUMNS} where s.slug = $1 or s.slug like $2 order by s.id`,
}

const FIND_BY_SHORT_NAME = {
  name: 'suppliers_find_by_short_name',
  text: `${COLUMNS} where s.slug = $1`,
}
