import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'

/** The ways in which a practice shop's webhooks are delivered. */
export const DELIVERIES = ['normal', 'lost', 'doubled', 'late'] as const

/** The ways in which a practice shop's API responds. */
export const ANSWERS = ['normal', 'slow', 'failing', 'busy', 'lost', 'locked'] as const

/** The platforms of practice shops. */
export type PracticePlatform = 'shopify' | 'woocommerce'

/** A practice shop. */
export type PracticeShop = Readonly<{
  id: number
  platform: PracticePlatform
  publicId: string
  name: string
  currency: string
  keyHash: string
  secretHash: string
  adminToken: string
  /** The secret for signing the webhooks of a Shopify app; empty when webhooks have their own secrets. */
  appSecret: string
  delivery: (typeof DELIVERIES)[number]
  answers: (typeof ANSWERS)[number]
  /** Whether it is a WooCommerce shop with fulfillments; older ones have only notes to customers. */
  hasFulfillments: boolean
}>

const COLUMNS = sql.raw(
  `id, platform, public_id as "publicId", name, currency, key_hash as "keyHash", secret_hash as "secretHash", admin_token as "adminToken", app_secret as "appSecret", delivery, answers, has_fulfillments as "hasFulfillments"`,
)

/** The credentials of a practice shop: a key and its secret, or the ID and secret of a Shopify app. */
export type PracticeKeys = Readonly<{ key: string; secret: string }>

/** Returns the practice shop of an account with new keys, and creates it if necessary. Earlier keys become invalid. */
export async function openShop(
  db: Queryable,
  {
    accountId,
    platform,
    name,
    currency,
    now,
  }: Readonly<{
    accountId: number
    platform: PracticePlatform
    name: string
    currency: string
    now: Date
  }>,
): Promise<{ shop: PracticeShop; keys: PracticeKeys; isNew: boolean }> {
  const keys = {
    key: `${platform === 'shopify' ? 'app_' : 'ck_'}${randomBytes(20).toString('hex')}`,
    secret: `${platform === 'shopify' ? 'shpss_' : 'cs_'}${randomBytes(20).toString('hex')}`,
  }
  const appSecret = platform === 'shopify' ? keys.secret : ''
  const [opened] = await queryRows<PracticeShop & { isNew: boolean }>(
    db,
    sql`
      insert into practice_shops (public_id, account_id, platform, name, currency, key_hash, secret_hash, admin_token,
        app_secret, created_at)
      values (${`psh_${randomBytes(16).toString('hex')}`}, ${accountId}, ${platform}, ${name}, ${currency}, ${hash(keys.key)},
        ${hash(keys.secret)}, ${`psa_${randomBytes(16).toString('hex')}`}, ${appSecret}, ${now})
      on conflict (account_id, platform) do update set key_hash = excluded.key_hash, secret_hash = excluded.secret_hash,
        app_secret = excluded.app_secret
      returning ${COLUMNS}, xmax = 0 as "isNew"`,
  )
  if (!opened) throw new Error('the practice shop was not opened')
  const { isNew, ...shop } = opened
  return { shop: toShop(shop), keys, isNew }
}

function toShop(row: PracticeShop): PracticeShop {
  return { ...row, id: Number(row.id) }
}

/** Returns the practice shop of this ID, or that of this account. */
export async function findShop(
  db: Queryable,
  by: Readonly<{ publicId: string } | { accountId: number; platform: PracticePlatform }>,
): Promise<PracticeShop | undefined> {
  const where =
    'publicId' in by
      ? sql`public_id = ${by.publicId}`
      : sql`account_id = ${by.accountId} and platform = ${by.platform}`
  const [found] = await queryRows<PracticeShop>(db, sql`select ${COLUMNS} from practice_shops where ${where}`)
  return found && toShop(found)
}

/** Locks a practice shop until the transaction ends and returns its current state. */
export async function lockShop(tx: Transaction, id: number): Promise<PracticeShop> {
  const [locked] = await queryRows<PracticeShop>(
    tx,
    sql`select ${COLUMNS} from practice_shops where id = ${id} for update`,
  )
  if (!locked) throw new Error('the practice shop has gone')
  return toShop(locked)
}

/** Sets how the shop's webhooks are delivered. */
export async function setDelivery(
  db: Queryable,
  id: number,
  delivery: PracticeShop['delivery'],
): Promise<void> {
  await db.execute(sql`update practice_shops set delivery = ${delivery} where id = ${id}`)
}

/** Sets how the shop's API responds. */
export async function setAnswers(db: Queryable, id: number, answers: PracticeShop['answers']): Promise<void> {
  await db.execute(sql`update practice_shops set answers = ${answers} where id = ${id}`)
}

/** Sets whether the shop has fulfillments, as newer versions of WooCommerce do. */
export async function setFulfillments(db: Queryable, id: number, hasFulfillments: boolean): Promise<void> {
  await db.execute(sql`update practice_shops set has_fulfillments = ${hasFulfillments} where id = ${id}`)
}

/** Returns the token that a Shopify app gets by its ID and secret; a change of the keys changes it. */
export function getAccessToken({
  keyHash,
  secretHash,
}: Pick<PracticeShop, 'keyHash' | 'secretHash'>): string {
  return `shpat_${hash(`${keyHash} ${secretHash}`)}`
}

/** Returns whether a hash is that of a secret. */
export function isSameSecret(given: string, storedHash: string): boolean {
  return timingSafeEqual(Buffer.from(hash(given)), Buffer.from(storedHash))
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Returns whether a token is that of the shop's owner's page. */
export function isSameToken(given: string, { adminToken }: Pick<PracticeShop, 'adminToken'>): boolean {
  return isSameSecret(given, hash(adminToken))
}

/** Deletes the practice shops of an account with all their data. */
export async function deleteShop(tx: Transaction, accountId: number): Promise<void> {
  await tx.execute(sql`delete from practice_shops where account_id = ${accountId}`)
}

/** Returns all stored data of an account's practice shops, for its owner. */
export async function exportPracticeShop(db: Queryable, accountId: number): Promise<object> {
  const shops = await queryRows<{ id: string; platform: string; name: string; currency: string }>(
    db,
    sql`select public_id as id, platform, name, currency from practice_shops s where account_id = ${accountId} order by s.id`,
  )
  return { shops }
}
