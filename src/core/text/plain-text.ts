import { toSingleLine } from './normalize-text.ts'

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
}

const HIGHEST_CODE_POINT = 0x10_ff_ff

/**
 * Returns a name as plain text on one line. Tags are removed, numeric and the common named entities decoded, and
 * spaces collapsed.
 */
export function toPlainText(text: string): string {
  const withoutTags = text.includes('<') ? text.replace(/<\/?[a-z][^>]*>/gi, ' ') : text
  const decoded = withoutTags.includes('&')
    ? withoutTags.replace(/&(#?\w{1,10});/g, decodeEntity)
    : withoutTags
  return toSingleLine(decoded).replace(/\s+/g, ' ')
}

/** Decodes an entity. Invalid characters stay escaped, because the database does not accept half a surrogate pair. */
function decodeEntity(entity: string, name: string): string {
  const [, hex, decimal] = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(name) ?? []
  if (hex === undefined && decimal === undefined) return ENTITIES[name.toLowerCase()] ?? entity
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  const isCharacter = code > 0 && code <= HIGHEST_CODE_POINT && (code < 0xd8_00 || code > 0xdf_ff)
  return isCharacter ? String.fromCodePoint(code) : entity
}
