import type { Queryable, Transaction } from '#database/database.ts'
import { notify } from '#database/connections/listen.ts'
import { invalid, refused } from '#core/errors.ts'
import { addMs } from '#core/time.ts'
import type { LegalName, LegalTextData } from './contract.ts'
import {
  findLegalText,
  insertLegalText,
  type LegalSource,
  type LegalTextRow,
  listLegalTexts,
  lockLegalTexts,
} from './text-queries.ts'
import {
  findUnknownPlaceholders,
  type LegalSources,
  listPlaceholders,
  type PlaceholderValues,
  readLegalTexts,
  renderLegalText,
} from './texts.ts'

export type { LegalSource, LegalTextRow } from './text-queries.ts'
export type { PlaceholderValues } from './texts.ts'

/** The tag by which the pages of legal texts are cached. */
export const LEGAL_TAG = 'legal'

/** The start of a file's text, once another one is saved by screen. */
const BEGINNING = new Date(0)

/** The shop's legal texts: those saved by screen, else those of the files. */
export type LegalTexts = Readonly<{
  /** Returns the current values of the placeholders. */
  readPlaceholders(db: Queryable): Promise<PlaceholderValues>
  /** Returns a text as shoppers read it. */
  read(db: Queryable, name: LegalName): Promise<LegalTextData>
  /** Returns the version of the terms that is in force. */
  readTermsVersion(db: Queryable): Promise<string>
  /** Returns a text in its source form. */
  readSource(db: Queryable, name: LegalName): Promise<LegalSource & Readonly<{ isOwn: boolean }>>
  /** Returns the versions that were saved by screen, the latest first. */
  list(db: Queryable, name: LegalName): Promise<LegalTextRow[]>
  /** Returns a body as it will be shown. Throws `unknown_placeholder` and `empty_text`. */
  render(db: Queryable, body: string): Promise<string>
  /**
   * Saves a text that applies from now on, and returns the former and the new version. Throws `unknown_placeholder`,
   * `empty_text`, and `changed_meanwhile` if `from` is no longer the version in force.
   */
  save(tx: Transaction, change: LegalTextChange): Promise<{ before: LegalSource; version: string }>
}>

/** A new text; `from` is the version that it replaces. */
export type LegalTextChange = Readonly<{
  name: LegalName
  title: string
  body: string
  from: string
  accountId: number
  now: Date
}>

/** Creates the shop's legal texts. Files are read at once; throws if one does not begin with title and version. */
export function createLegalTexts(sources: LegalSources): LegalTexts {
  const files = readLegalTexts(sources.dir)
  const readPlaceholders = async (db: Queryable) =>
    listPlaceholders(await sources.readCompany(db), {
      publicUrl: sources.publicUrl,
      returnDays: await sources.readReturnDays(db),
      replicaCookie: sources.replicaCookie,
    })
  // The rendering of the same text with the same values is valid in every process.
  const rendered = new Map<LegalName, Readonly<{ source: string; html: string }>>()

  async function read(db: Queryable, name: LegalName): Promise<LegalTextData> {
    const { title, version, body } = (await findLegalText(db, name)) ?? files[name]
    const values = await readPlaceholders(db)
    const source = JSON.stringify([body, values])
    const cached = rendered.get(name)
    const html = cached?.source === source ? cached.html : renderLegalText(body, values)
    rendered.set(name, { source, html })
    return { title, version, html }
  }

  return {
    readPlaceholders,
    read,
    readTermsVersion: async (db) => (await findLegalText(db, 'terms'))?.version ?? files.terms.version,
    async readSource(db, name) {
      const found = await findLegalText(db, name)
      const { version, title, body } = found ?? files[name]
      return { version, title, body, isOwn: found !== undefined }
    },
    list: listLegalTexts,
    render: async (db, body) => renderOrRefuse(body, await readPlaceholders(db)),
    async save(tx, change) {
      renderOrRefuse(change.body, await readPlaceholders(tx))
      return saveVersion(tx, change, files[change.name])
    },
  }
}

function renderOrRefuse(body: string, placeholders: PlaceholderValues): string {
  const [unknown] = findUnknownPlaceholders(body, placeholders)
  if (unknown !== undefined)
    throw invalid(
      'unknown_placeholder',
      `{{${unknown}}} isn’t a placeholder. Use one of those listed beside the text.`,
    )
  const html = renderLegalText(body, placeholders)
  if (html.replaceAll(/<[^>]*>/g, '').trim() === '')
    throw invalid('empty_text', 'This text is empty when shown. Enter some text.')
  return html
}

/** Stores a version, and before the first one the file's text that applied until then. */
async function saveVersion(tx: Transaction, change: LegalTextChange, file: LegalSource) {
  const { from, now, ...text } = change
  const { name } = text
  await lockLegalTexts(tx)
  const stored = await listLegalTexts(tx, name)
  const [latest] = stored
  const before = latest ?? file
  if (before.version !== from)
    throw refused('changed_meanwhile', 'Someone else has changed this. Reload the page to see it.')
  const { version: first, title, body } = file
  if (!latest)
    await insertLegalText(tx, { name, version: first, title, body, validFrom: BEGINNING, accountId: null })
  const version = nameNextVersion(now, latest ? stored.map((one) => one.version) : [first])
  // Two changes at the same moment would have no order.
  const validFrom = latest && latest.validFrom >= now ? addMs(latest.validFrom, 1) : now
  await insertLegalText(tx, { ...text, version, validFrom })
  await notify(tx, 'catalogue', LEGAL_TAG)
  return { before, version }
}

/** Returns the version of a text saved on a day: YYYY-MM-DD, numbered if the day has one. */
function nameNextVersion(now: Date, versions: readonly string[]): string {
  const day = now.toISOString().slice(0, 10)
  const ofThatDay = versions.filter((version) => version.slice(0, 10) === day)
  if (ofThatDay.length === 0) return day
  const numbers = ofThatDay.map((version) => Number(version.slice(11) || 1))
  return `${day}-${Math.max(...numbers) + 1}`
}
