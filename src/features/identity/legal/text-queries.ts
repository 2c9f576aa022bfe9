import { MAX_SHOWN } from '#core/shown-rows.ts'
import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { LegalName } from './contract.ts'

/** The source of a legal text: Markdown with placeholders. */
export type LegalSource = Readonly<{ version: string; title: string; body: string }>

/** A stored version of a legal text; the key is internal. */
export type LegalTextRow = LegalSource &
  Readonly<{ id: number; validFrom: Date; isFirst: boolean; savedBy: string | null }>

/** Returns the version of a text in force, if one was saved by screen. */
export async function findLegalText(db: Queryable, name: LegalName): Promise<LegalTextRow | undefined> {
  const [found] = await queryPrepared<LegalTextRow>(db, FIND, [name])
  return found
}

const COLUMNS = `
  t.id, t.version, t.title, t.body, t.valid_from as "validFrom", t.account_id is null as "isFirst",
  trim(a.first_name || ' ' || a.last_name) as "savedBy"`

const FIND = {
  name: 'legal_find',
  text: `
    select ${COLUMNS} from legal_text_versions t left join accounts a on a.id = t.account_id
    where t.name = $1 order by t.valid_from desc limit 1`,
}

/** Returns the newest versions of a text, the latest first. */
export async function listLegalTexts(db: Queryable, name: LegalName): Promise<LegalTextRow[]> {
  return queryPrepared<LegalTextRow>(db, LIST, [name])
}

const LIST = {
  name: 'legal_list',
  text: `
    select ${COLUMNS} from legal_text_versions t left join accounts a on a.id = t.account_id
    where t.name = $1 order by t.valid_from desc limit ${MAX_SHOWN.versions}`,
}

/** Locks legal texts until the transaction ends, so that changes are sequential. */
export async function lockLegalTexts(tx: Transaction): Promise<void> {
  await queryPrepared(tx, {
    name: 'legal_lock',
    text: 'lock table legal_text_versions in share row exclusive mode',
  })
}

/** A version to be stored. */
export type NewLegalText = LegalSource &
  Readonly<{ name: LegalName; validFrom: Date; accountId: number | null }>

/** Stores a version of a legal text that applies from a moment on. */
export async function insertLegalText(tx: Transaction, text: NewLegalText): Promise<void> {
  const { name, version, title, body, validFrom, accountId } = text
  await queryPrepared(tx, INSERT, [name, version, title, body, validFrom, accountId])
}

const INSERT = {
  name: 'legal_insert',
  text: `
    insert into legal_text_versions (name, version, title, body, valid_from, account_id)
    values ($1, $2, $3, $4, $5, $6)`,
}
