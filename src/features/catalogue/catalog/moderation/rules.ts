import type { FieldChangeData } from './contract.ts'

/** A product before and now, in the fields that operators compare. */
export type ComparedFields = Readonly<Record<FieldChangeData['field'], string | number | null>>

/** Returns the fields that differ; none where there is nothing to compare with. */
export function listFieldChanges(before: ComparedFields | null, after: ComparedFields): FieldChangeData[] {
  if (!before) return []
  // The keys of the record are its fields.
  return (Object.keys(after) as FieldChangeData['field'][])
    .filter((field) => (before[field] ?? null) !== after[field])
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] }))
}

/**
 * Returns the regular expression of PostgreSQL that finds these words as whole words in folded text; null without any. Words are
 * folded by the database.
 */
export function toWordPattern(words: readonly string[]): string | null {
  if (words.length === 0) return null
  const escaped = words.map((word) => word.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`))
  return String.raw`\m(${escaped.join('|')})\M`
}
