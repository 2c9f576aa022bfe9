import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'

/** How the webhooks of a practice shop arrive. */
export const DELIVERIES = ['normal', 'lost', 'doubled', 'late'] as const

/** A practice shop. */
export type PracticeShop = Readonly<{
  id: number
  publicId: string
  name: string
  currency: string
  keyHash: string
  secretHash: string
  adminToken: string
  delivery: (typeof DELIVERIES)[number]
}>

const COLUMNS = sql.raw(
  `id, public_id as "publicId", name, currency, key_hash as "keyHash", secret_hash as "secretHash", admin_token as "adminToken", delivery`,
)

/** What opens a practice shop. */
export type PracticeKeys = Readonly<{ key: string; secret: string }>

/** Returns the practice shop of an account, with new keys; it is opened where there is none. The keys before open nothing any more. */
export async function openShop(
  db: Queryable,
  {
    accountId,
    name,
    currency,
    now,
  }: Readonly<{ accountId: number; name: string; currency: string; now: Date }>,
): Promise<{ shop: PracticeShop; keys: PracticeKeys; isNew: boolean }> {
  const keys = {
    key: `ck_${randomBytes(20).toString('hex')}`,
    secret: `cs_${randomBytes(20).toString('hex')}`,
  }
  const [opened] = await queryRows<PracticeShop & { isNew: boolean }>(
    db,
    sql`
      insert into practice_shops (public_id, account_id, name, currency, key_hash, secret_hash, admin_token, created_at)
      values (${`psh_${randomBytes(16).toString('hex')}`}, ${accountId}, ${name}, ${currency}, ${hash(keys.key)},
        ${hash(keys.secret)}, ${`psa_${randomBytes(16).toString('hex')}`}, ${now})
      on conflict (account_id) do update set key_hash = excluded.key_hash, secret_hash = excluded.secret_hash
      returning ${COLUMNS}, xmax = 0 as "isNew"`,
  )
  if (!opened) throw new Error('the practice shop was not opened')
  const { isNew, ...shop } = opened
  return { shop: toShop(shop), keys, isNew }
}

function toShop(row: PracticeShop): PracticeShop {
  return { ...row, id: Number(row.id) }
}

/** The practice shop of this id, or that of this account. */
export async function findShop(
  db: Queryable,
  by: Readonly<{ publicId: string } | { accountId: number }>,
): Promise<PracticeShop | undefined> {
  const where = 'publicId' in by ? sql`public_id = ${by.publicId}` : sql`account_id = ${by.accountId}`
  const [found] = await queryRows<PracticeShop>(db, sql`select ${COLUMNS} from practice_shops where ${where}`)
  return found && toShop(found)
}

/** Lets one change of a shop be done after the other, until the transaction ends; gives the shop as it is then. */
export async function lockShop(tx: Transaction, id: number): Promise<PracticeShop> {
  const [locked] = await queryRows<PracticeShop>(
    tx,
    sql`select ${COLUMNS} from practice_shops where id = ${id} for update`,
  )
  if (!locked) throw new Error('the practice shop has gone')
  return toShop(locked)
}

/** Sets how the shop's webhooks arrive from now on. */
export async function setDelivery(
  db: Queryable,
  id: number,
  delivery: PracticeShop['delivery'],
): Promise<void> {
  await db.execute(sql`update practice_shops set delivery = ${delivery} where id = ${id}`)
}

/** Whether a secret is the one of which this is the hash. */
export function isSameSecret(given: string, storedHash: string): boolean {
  return timingSafeEqual(Buffer.from(hash(given)), Buffer.from(storedHash))
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Whether a token opens the owner's page of a shop. */
export function isSameToken(given: string, { adminToken }: Pick<PracticeShop, 'adminToken'>): boolean {
  return isSameSecret(given, hash(adminToken))
}

/** Deletes the practice shop of an account with all that is in it. */
export async function deleteShop(tx: Transaction, accountId: number): Promise<void> {
  await tx.execute(sql`delete from practice_shops where account_id = ${accountId}`)
}

/** What is kept of somebody's practice shop, for themselves. */
export async function exportPracticeShop(db: Queryable, accountId: number): Promise<object> {
  const shop = await findShop(db, { accountId })
  return { shop: shop ? { id: shop.publicId, name: shop.name, currency: shop.currency } : null }
}
