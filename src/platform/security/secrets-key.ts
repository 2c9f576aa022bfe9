import { sql } from 'drizzle-orm'
import { type Database, queryRows } from '#database/database.ts'
import type { Config } from '../config/config.ts'
import { deriveKey } from './sealing.ts'

/**
 * Throws when this process has another secrets key than the one the shop's database was first used with. Processes
 * with different keys could not decrypt each other's secrets. The first process of a shop stores a fingerprint of its
 * key, from which the key cannot be computed.
 */
export async function checkSecretsKey(
  db: Database,
  config: Pick<Config, 'secretsKey' | 'dataDir'>,
): Promise<void> {
  const fingerprint = await deriveKey(config, 'fingerprint of the key')
  await db.execute(
    sql`insert into secrets_key_fingerprint (fingerprint) values (decode(${fingerprint}, 'hex')) on conflict do nothing`,
  )
  const rows = await queryRows<{ isSame: boolean }>(
    db,
    sql`select fingerprint = decode(${fingerprint}, 'hex') as "isSame" from secrets_key_fingerprint`,
  )
  if (rows[0]?.isSame) return
  const source = config.secretsKey ? 'SECRETS_KEY' : `${config.dataDir}/secrets.key`
  throw new Error(
    `The key in ${source} is not the one that this shop's secrets were encrypted with.\n` +
      "Give every process of the shop the same SECRETS_KEY: the 32 bytes, in base64, of the first one's secrets.key.",
  )
}
