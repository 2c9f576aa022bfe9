import { and, count, desc, eq } from 'drizzle-orm'
import { queryPrepared, type Queryable } from '#database/database.ts'
import { addresses } from '../tables.ts'

/** An address as stored. */
export type Address = typeof addresses.$inferSelect

/** The fields of an address that its owner enters. */
export type AddressFields = Omit<
  typeof addresses.$inferInsert,
  'id' | 'publicId' | 'accountId' | 'isDefault' | 'createdAt'
>

/** Lists an account's addresses: the default one, then newest first. */
export async function listAddresses(db: Queryable, accountId: number): Promise<Address[]> {
  return db
    .select()
    .from(addresses)
    .where(eq(addresses.accountId, accountId))
    .orderBy(desc(addresses.isDefault), desc(addresses.id))
}

/** Returns how many addresses an account has. */
export async function countAddresses(db: Queryable, accountId: number): Promise<number> {
  const [found] = await db
    .select({ count: count() })
    .from(addresses)
    .where(eq(addresses.accountId, accountId))
  return found?.count ?? 0
}

/** Locks the account's addresses until the transaction ends, so that only one change at a time sets the default. */
export async function lockAddresses(tx: Queryable, accountId: number): Promise<void> {
  await queryPrepared(tx, LOCK_ADDRESSES, [accountId])
}

const LOCK_ADDRESSES = {
  name: 'shipping_lock_addresses',
  text: 'select pg_advisory_xact_lock(2201, hashtext($1::text))',
}

/** Inserts an address. */
export async function insertAddress(tx: Queryable, address: typeof addresses.$inferInsert): Promise<void> {
  await tx.insert(addresses).values(address)
}

/** A reference to an account's address. */
export type AddressKey = Readonly<{ accountId: number; publicId: string }>

/** Updates an account's address; returns false if it has none with that id. */
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

/** Clears an account's default address. */
export async function clearDefault(tx: Queryable, accountId: number): Promise<void> {
  await tx
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.accountId, accountId), eq(addresses.isDefault, true)))
}

/** Removes an account's address; returns false if it has none with that id. */
export async function deleteAddress(tx: Queryable, { accountId, publicId }: AddressKey): Promise<boolean> {
  const removed = await tx
    .delete(addresses)
    .where(and(eq(addresses.accountId, accountId), eq(addresses.publicId, publicId)))
    .returning({ id: addresses.id })
  return removed.length > 0
}

/** Removes all addresses of an account. */
export async function deleteAddresses(tx: Queryable, accountId: number): Promise<void> {
  await tx.delete(addresses).where(eq(addresses.accountId, accountId))
}
