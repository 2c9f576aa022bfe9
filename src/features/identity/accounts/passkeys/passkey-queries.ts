import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'

/** A passkey of an account. */
export type PasskeyRow = Readonly<{
  id: number
  publicId: string
  accountId: number
  credentialId: string
  publicKey: Buffer
  counter: number
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}>

const COLUMNS = `
  id, public_id as "publicId", account_id as "accountId", credential_id as "credentialId", public_key as "publicKey",
  counter::float8 as counter, name, created_at as "createdAt", last_used_at as "lastUsedAt"`

/** Returns the passkeys of an account, oldest first. */
export async function listPasskeyRows(db: Queryable, accountId: number): Promise<PasskeyRow[]> {
  return queryPrepared<PasskeyRow>(db, LIST, [accountId])
}

const LIST = {
  name: 'passkeys_list',
  text: `select ${COLUMNS} from passkeys where account_id = $1 order by id`,
}

/** Returns the passkey of a credential, locked until the transaction ends. */
export async function lockPasskey(tx: Transaction, credentialId: string): Promise<PasskeyRow | undefined> {
  const [found] = await queryPrepared<PasskeyRow>(tx, LOCK, [credentialId])
  return found
}

const LOCK = {
  name: 'passkeys_lock',
  text: `select ${COLUMNS} from passkeys where credential_id = $1 for update`,
}

/** Stores a passkey; returns false if its credential is stored already. */
export async function insertPasskey(
  tx: Transaction,
  passkey: Omit<PasskeyRow, 'id' | 'lastUsedAt' | 'publicKey'> & Readonly<{ publicKey: Uint8Array }>,
): Promise<boolean> {
  const { publicId, accountId, credentialId, publicKey, counter, name, createdAt } = passkey
  const values = [publicId, accountId, credentialId, Buffer.from(publicKey), counter, name, createdAt]
  return (await queryPrepared(tx, INSERT, values)).length > 0
}

const INSERT = {
  name: 'passkeys_insert',
  text: `
    insert into passkeys (public_id, account_id, credential_id, public_key, counter, name, created_at)
    values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`,
}

/** Records a use of a passkey. */
export async function updateUse(
  tx: Transaction,
  { id, counter, now }: Readonly<{ id: number; counter: number; now: Date }>,
): Promise<void> {
  await queryPrepared(tx, USE, [id, counter, now])
}

const USE = {
  name: 'passkeys_use',
  text: 'update passkeys set counter = $2, last_used_at = $3 where id = $1',
}

/** A passkey of an account, by its public id. */
type OwnPasskey = Readonly<{ accountId: number; publicId: string }>

/** Renames a passkey; returns false if the account has no such one. */
export async function updateName(
  db: Queryable,
  { accountId, publicId, name }: OwnPasskey & Readonly<{ name: string }>,
): Promise<boolean> {
  return (await queryPrepared(db, RENAME, [accountId, publicId, name])).length > 0
}

const RENAME = {
  name: 'passkeys_rename',
  text: 'update passkeys set name = $3 where account_id = $1 and public_id = $2 returning id',
}

/** Deletes a passkey; returns its name, undefined if the account has no such one. */
export async function deletePasskey(
  tx: Transaction,
  { accountId, publicId }: OwnPasskey,
): Promise<string | undefined> {
  const [deleted] = await queryPrepared<{ name: string }>(tx, DELETE, [accountId, publicId])
  return deleted?.name
}

const DELETE = {
  name: 'passkeys_delete',
  text: 'delete from passkeys where account_id = $1 and public_id = $2 returning name',
}

/** Deletes all passkeys of an account. */
export async function deletePasskeys(tx: Transaction, accountId: number): Promise<void> {
  await queryPrepared(
    tx,
    {
      name: 'passkeys_delete_all',
      text: 'delete from passkeys where account_id = $1',
    },
    [accountId],
  )
}

/** A challenge: of an account that adds a passkey, or of a sign-in, without an account. */
type Challenge = Readonly<{ hash: Uint8Array; accountId: number | null }>

/** Stores a challenge, and deletes expired ones. */
export async function insertChallenge(
  db: Queryable,
  { hash, accountId, expiresAt, now }: Challenge & Readonly<{ expiresAt: Date; now: Date }>,
): Promise<void> {
  await queryPrepared(db, INSERT_CHALLENGE, [hash, accountId, expiresAt, now])
}

const INSERT_CHALLENGE = {
  name: 'passkeys_insert_challenge',
  text: `
    with old as (delete from passkey_challenges where expires_at < $4)
    insert into passkey_challenges (hash, account_id, expires_at) values ($1, $2, $3)`,
}

/** Deletes a challenge; returns whether it existed, for this account or sign-in, and had not expired. */
export async function consumeChallenge(
  db: Queryable,
  { hash, accountId, now }: Challenge & Readonly<{ now: Date }>,
): Promise<boolean> {
  return (await queryPrepared(db, CONSUME, [hash, accountId, now])).length > 0
}

const CONSUME = {
  name: 'passkeys_consume_challenge',
  text: `
    delete from passkey_challenges
    where hash = $1 and account_id is not distinct from $2 and expires_at >= $3 returning hash`,
}
