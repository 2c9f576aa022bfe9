import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'

/** A vendor's account. */
export type VendorRecord = Readonly<{ id: number; publicId: string; email: string }>

/** Returns a vendor by the account's public ID, locked, so that concurrent changes are sequential. */
export async function lockVendor(tx: Transaction, publicId: string): Promise<VendorRecord | undefined> {
  const [found] = await queryPrepared<VendorRecord>(tx, LOCK_VENDOR, [publicId])
  return found
}

const LOCK_VENDOR = {
  name: 'suspension_lock_vendor',
  text: `
    select id, public_id as "publicId", email from accounts
    where public_id = $1 and type = 'vendor' and closed_at is null for update`,
}

/** Stores a vendor's suspension. */
export async function insertSuspension(
  tx: Transaction,
  { accountId, reason, now }: Readonly<{ accountId: number; reason: string; now: Date }>,
): Promise<void> {
  await queryPrepared(tx, INSERT, [accountId, reason, now])
}

const INSERT = {
  name: 'suspension_insert',
  text: 'insert into vendor_suspensions (account_id, reason, suspended_at) values ($1, $2, $3)',
}

/** Deletes a vendor's suspension. */
export async function deleteSuspension(tx: Transaction, accountId: number): Promise<void> {
  await queryPrepared(tx, DELETE, [accountId])
}

const DELETE = {
  name: 'suspension_delete',
  text: 'delete from vendor_suspensions where account_id = $1',
}

/** Returns a vendor's suspension, if there is one. */
export async function findSuspension(
  db: Queryable,
  accountId: number,
): Promise<Readonly<{ reason: string; suspendedAt: Date }> | undefined> {
  const [found] = await queryPrepared<{ reason: string; suspendedAt: Date }>(db, FIND, [accountId])
  return found
}

const FIND = {
  name: 'suspension_find',
  text: 'select reason, suspended_at as "suspendedAt" from vendor_suspensions where account_id = $1',
}
