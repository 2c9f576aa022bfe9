import { eq, lt } from 'drizzle-orm'
import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import { knownDevices } from '../tables.ts'

/** Returns whether a device has signed in before to the account of this address (as `normalizeEmail` returns it). */
export async function isKnownDevice(db: Queryable, email: string, deviceHash: Uint8Array): Promise<boolean> {
  return (await queryPrepared(db, IS_KNOWN_DEVICE, [email, deviceHash])).length > 0
}

const IS_KNOWN_DEVICE = {
  name: 'accounts_is_known_device',
  text: `
    select 1 from known_devices d
    join accounts p on p.id = d.account_id
    where lower(p.email) = $1 and p.closed_at is null and d.device_hash = $2`,
}

/** Deletes all devices of an account. */
export async function deleteKnownDevices(tx: Transaction, accountId: number): Promise<void> {
  await tx.delete(knownDevices).where(eq(knownDevices.accountId, accountId))
}

/** Deletes devices without a sign-in since then. */
export async function deleteUnusedDevices(db: Queryable, before: Date): Promise<void> {
  await db.delete(knownDevices).where(lt(knownDevices.usedAt, before))
}
