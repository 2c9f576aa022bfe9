import { isCustomsName, readCustomsFacts } from './customs-facts.ts'
import type { FeedFacts } from './feed-product.ts'
import { readMeasure, truncate } from '../read/cells.ts'

/** A named value of a product in a feed: a metafield or an attribute. */
export type NamedFact = Readonly<{ name: string; value: string }>

const TEXT_PATTERNS: readonly (readonly [
  'metal' | 'purity' | 'plating' | 'stones' | 'sizeStandard',
  RegExp,
])[] = [
  ['sizeStandard', /size (standard|system)/i],
  ['plating', /plating|plated/i],
  ['purity', /purity|fineness|karat|hallmark/i],
  ['stones', /\b(gem)?stones?\b|gems?\b/i],
  ['metal', /\bmetal\b/i],
]

const MEASURE_PATTERNS: readonly (readonly ['lengthMm' | 'widthMm' | 'heightMm', RegExp])[] = [
  ['lengthMm', /^(length|länge|longueur)/i],
  ['widthMm', /^(width|breite|largeur)/i],
  ['heightMm', /^(height|höhe|hauteur)/i],
]

const MILLIMETRES: Record<string, number> = {
  mm: 1,
  cm: 10,
  m: 1000,
  in: 25.4,
  inch: 25.4,
  yd: 914.4,
  ft: 304.8,
}

/** Facts that are all unknown. */
const NO_FACTS = {
  metal: null,
  purity: null,
  plating: null,
  stones: null,
  sizeStandard: null,
  weightGrams: null,
  lengthMm: null,
  widthMm: null,
  heightMm: null,
} satisfies Partial<FeedFacts>

/** Returns whether a column or attribute of this name holds a fact that `readFacts` understands. */
export function isFactName(name: string): boolean {
  return (
    isCustomsName(name) || [...TEXT_PATTERNS, ...MEASURE_PATTERNS].some(([, pattern]) => pattern.test(name))
  )
}

/**
 * Reads the named facts; the first counts for each field. A length may include its unit (`16 in`), else the unit is in
 * the name.
 */
export function readFacts(namedFacts: readonly NamedFact[]): FeedFacts {
  const facts: { -readonly [Name in keyof FeedFacts]: FeedFacts[Name] } = {
    ...NO_FACTS,
    ...readCustomsFacts(namedFacts),
  }
  for (const { name, value } of namedFacts) {
    const text = TEXT_PATTERNS.find(([, pattern]) => pattern.test(name))?.[0]
    if (text) facts[text] ??= truncate(value, 200) || null
    const measure = text ? undefined : MEASURE_PATTERNS.find(([, pattern]) => pattern.test(name))?.[0]
    if (measure) facts[measure] ??= readLength(value, readUnit(name) ?? 'mm')
  }
  return facts
}

/** Parses `16 in`, `1.2cm` or, with a given unit, `16` into millimetres; null when unreadable. */
export function readLength(text: string, unit: string): number | null {
  const match = /^([\d.,]+)\s*(mm|cm|m|inch|in|yd|ft|")?$/i.exec(text.trim())
  if (!match) return null
  const writtenUnit = match[2] === '"' ? 'in' : match[2]?.toLowerCase()
  return readMeasure(match[1] ?? '', MILLIMETRES[writtenUnit ?? unit] ?? 1)
}

/** Returns the unit in the brackets of a column's name, as in `Length (in)`. */
export function readUnit(name: string): string | undefined {
  return /\((kg|g|lbs?|oz|mm|cm|m|in|yd|ft)\)/i.exec(name)?.[1]?.toLowerCase()
}
