import type { FieldChangeData } from './contract.ts'

/** The fields of a product that operators compare, before and after a change. */
export type ComparedFields = Readonly<Record<FieldChangeData['field'], string | number | null>>

/** Returns the fields that differ; an empty list if there is no former state. */
export function listFieldChanges(before: ComparedFields | null, after: ComparedFields): FieldChangeData[] {
  if (!before) return []
  // The keys of the record are its fields.
  return (Object.keys(after) as FieldChangeData['field'][])
    .filter((field) => (before[field] ?? null) !== after[field])
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] }))
}

/**
 * Returns a PostgreSQL regular expression that matches these words as whole words in normalised text; null without any.
 * The words are normalised by the database.
 */
export function toWordPattern(words: readonly string[]): string | null {
  if (words.length === 0) return null
  const escaped = words.map((word) => word.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`))
  return String.raw`\m(${escaped.join('|')})\M`
}
