import type { Database } from '#database/database.ts'
import { formatEncoding } from '#features/catalogue/catalog/import/encoding/encoding-names.ts'
import type { ImportItemData, ImportTab } from '#features/catalogue/catalog/imports/contract.ts'
import type { StoredImport } from '#features/catalogue/catalog/imports/import-queries.ts'
import {
  selectItems,
  selectNotes,
  type CountedNote,
} from '#features/catalogue/catalog/imports/plans/item-queries.ts'

const NO_EMAIL_WARNING =
  'note: the supplier has no email address and gets no order emails. Set one with --email.'

/** The most listed products of each kind; the rest is counted. */
const LISTED = { changed: 20, problems: 1_000, notes: 200 }

/** The result of an import; `refusal` is why nothing of it may be applied. */
type ImportEnd = Readonly<{ isApplied: boolean; refusal: string | null; hasMail: boolean; seconds: number }>

/**
 * Returns the lines that describe an import: its changes, refusals with reasons, and totals. The totals read
 * `created 20, updated 0, unchanged 0, refused 1 (of 54 rows, 0.4 s)`.
 */
export async function describeImport(db: Database, stored: StoredImport, end: ImportEnd): Promise<string[]> {
  const { id, encoding, countedAt, changed, conflicts, refused, stale, rejected, rows } = stored
  const { isApplied, refusal, hasMail, seconds } = end
  const list = (tab: ImportTab, limit: number) => selectItems(db, { importId: id, tab, offset: 0, limit })
  const changes = isApplied ? [] : await list('changed', LISTED.changed)
  const problems = [
    ...(await list('refused', LISTED.problems)).map((item) => `refused ${describeItem(item)}`),
    ...(await list('conflicts', LISTED.problems)).map((item) => `conflict ${describeItem(item)}`),
    ...(isApplied ? await list('not_applied', LISTED.problems) : []).map(
      (item) => `not applied ${describeItem(item)}`,
    ),
  ]
  const notes = await selectNotes(db, { importId: id, limit: LISTED.notes })
  const notApplied = stale + rejected
  const hidden = conflicts + refused + notApplied - problems.length
  const bad = conflicts + refused + notApplied
  const counts = `created ${stored.created}, updated ${changed}, unchanged ${stored.unchanged}, refused ${bad}`
  return [
    `read as ${formatEncoding(encoding)}, stock as of ${countedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    ...changes.flatMap(describeChanges),
    ...(isApplied || changed <= changes.length ? [] : [`… and ${changed - changes.length} more change`]),
    ...problems,
    ...(hidden > 0 ? [`… and ${hidden} more refused`] : []),
    ...notes.map(describeNote),
    ...(refusal === null ? [] : [refusal]),
    ...(refusal === null && !isApplied
      ? [
          'Nothing is written yet. Run it again with --apply, or apply the plan at /dashboard/supplier/imports.',
        ]
      : []),
    ...(hasMail ? [] : [NO_EMAIL_WARNING]),
    `${isApplied ? '' : 'plan: '}${counts} (of ${rows} rows, ${seconds.toFixed(1)} s)`,
  ]
}

function describeNote({ text, count, lines }: CountedNote): string {
  return `note, ${count} ×: ${text} (line ${lines.join(', ')}${count > lines.length ? ', …' : ''})`
}

function describeItem({ lines, key, reason }: ImportItemData): string {
  const location = lines.first === lines.last ? `line ${lines.first}` : `lines ${lines.first}–${lines.last}`
  return `${location}${key === null ? '' : ` (${key})`}: ${reason ?? ''}`
}

function describeChanges({ title, changes }: ImportItemData): string[] {
  return [
    `change ${title}`,
    ...changes.map(
      ({ field, variant, before, after }) =>
        `  ${field}${variant === null ? '' : ` of ${variant}`}: ${before ?? '(empty)'} → ${after ?? '(empty)'}`,
    ),
  ]
}
