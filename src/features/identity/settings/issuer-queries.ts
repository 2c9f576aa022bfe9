import { MAX_SHOWN } from '#core/shown-rows.ts'
import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'

/** The issuer of documents. */
export type Issuer = Readonly<{ name: string; lines: readonly string[] }>

/** An issuer with the start of its validity. */
export type IssuerRow = Issuer &
  Readonly<{ id: number; validFrom: Date; isFirst: boolean; savedBy: string | null }>

/** Returns the newest issuers, latest first. */
export async function listIssuers(db: Queryable): Promise<IssuerRow[]> {
  return queryPrepared<IssuerRow>(db, LIST)
}

const LIST = {
  name: 'settings_list_issuers',
  text: `
    select v.id, v.name, v.lines, v.valid_from as "validFrom", v.account_id is null as "isFirst",
      trim(a.first_name || ' ' || a.last_name) as "savedBy"
    from issuer_versions v left join accounts a on a.id = v.account_id order by v.valid_from desc limit ${MAX_SHOWN.versions}`,
}

/** Returns the issuer of documents at a moment; undefined if none was ever saved by screen. */
export async function findIssuer(db: Queryable, at: Date): Promise<Issuer | undefined> {
  const [found] = await queryPrepared<Issuer>(db, FIND, [at])
  return found
}

const FIND = {
  name: 'settings_find_issuer',
  text: `
    select name, lines from issuer_versions where valid_from <= $1 order by valid_from desc limit 1`,
}

/** Locks issuers until the transaction ends, so that changes are sequential. */
export async function lockIssuers(tx: Transaction): Promise<void> {
  await queryPrepared(tx, {
    name: 'settings_lock_issuers',
    text: 'lock table issuer_versions in share row exclusive mode',
  })
}

/** Stores an issuer that is valid from a moment on. */
export async function insertIssuer(
  tx: Transaction,
  { name, lines, validFrom, accountId }: Issuer & Readonly<{ validFrom: Date; accountId: number | null }>,
): Promise<void> {
  await queryPrepared(tx, INSERT, [name, [...lines], validFrom, accountId])
}

const INSERT = {
  name: 'settings_insert_issuer',
  text: 'insert into issuer_versions (name, lines, valid_from, account_id) values ($1, $2, $3, $4)',
}
