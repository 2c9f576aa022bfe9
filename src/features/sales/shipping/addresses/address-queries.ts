import { and, count, desc, eq } from 'drizzle-orm'
import { queryPrepared, type Queryable } from '#database/database.ts'
import { addresses } from '../tables.ts'

/** An address as kept. */
export type Address = typeof addresses.$inferSelect

/** What is written of an address by its owner. */
export type AddressFields = Omit<
  typeof addresses.$inferInsert,
  'id' | 'publicId' | 'accountId' | 'isDefault' | 'createdAt'
>

/** The addresses of a person: the default one, then the newest. */
export async function listAddresses(db: Queryable, accountId: number): Promise<Address[]> {
  return db
    .select()
    .from(addresses)
    .where(eq(addresses.accountId, accountId))
    .orderBy(desc(addresses.isDefault), desc(addresses.id))
}

/** How many addresses a person has. */
export async function countAddresses(db: Queryable, accountId: number): Promise<number> {
  const [found] = await db
    .select({ count: count() })
    .from(addresses)
    .where(eq(addresses.accountId, accountId))
  return found?.count ?? 0
}

/** Locks the account's addresses until the transaction ends: which is the default is decided by one change at a time. */
export async function lockAddresses(tx: Queryable, accountId: number): Promise<void> {
  await queryPrepared(tx, LOCK_ADDRESSES, [accountId])
}

const LOCK_ADDRESSES = {
  name: 'shipping_lock_addresses',
  text: 'select pg_advisory_xact_lock(2201, hashtext($1::text))',
}

/** Keeps a new address. */
export async function insertAddress(tx: Queryable, address: typeof addresses.$inferInsert): Promise<void> {
  await tx.insert(addresses).values(address)
}

/** Whose address it is, and which. */
export type AddressKey = Readonly<{ accountId: number; publicId: string }>

/** Writes a person's address again; false when they have none of that id. */
export async function updateAddress(
  tx: Queryable,
  { accountId, publicId }: AddressKey,
  fields: Partial<AddressFields & Pick<Address, 'isDefault'>>,
): Promise<boolean> {
  const updated = await tx
    .update(addresses)
    .set(fields)
    .where(and(eq(addresses.accountId, accountId), eq(addresses.publicId, publicId)))
    .returning({ id: addresses.id })
  return updated.length > 0
}

/** Takes the default away from whichever address of a person has it. */
export async function clearDefault(tx: Queryable, accountId: number): Promise<void> {
  await tx
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.accountId, accountId), eq(addresses.isDefault, true)))
}

/** Removes a person's address; false when they have none of that id. */
export async function deleteAddress(tx: Queryable, { accountId, publicId }: AddressKey): Promise<boolean> {
  const removed = await tx
    .delete(addresses)
    .where(and(eq(addresses.accountId, accountId), eq(addresses.publicId, publicId)))
    .returning({ id: addresses.id })
  return removed.length > 0
}

/** Removes all addresses of a person. */
export async function deleteAddresses(tx: Queryable, accountId: number): Promise<void> {
  await tx.delete(addresses).where(eq(addresses.accountId, accountId))
}
