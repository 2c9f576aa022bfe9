import type { SizeGuideKind } from '#features/catalogue/catalog/contract.ts'

/** A length in centimetres and where on the body a product of that length is worn. */
export type WornLength = Readonly<{ cm: number; worn: string }>

const NECK_LENGTHS: readonly WornLength[] = [
  { cm: 35, worn: 'Close around the neck' },
  { cm: 40, worn: 'At the base of the neck' },
  { cm: 45, worn: 'On the collarbone' },
  { cm: 50, worn: 'A little below the collarbone' },
  { cm: 60, worn: 'On the breastbone' },
  { cm: 75, worn: 'Over clothes, below the bust' },
]

/** The additional length for a wrist or an ankle to move in, in centimetres. */
const EASE_CM = 2

const LENGTHS: Partial<Record<SizeGuideKind, readonly WornLength[]>> = {
  neck: NECK_LENGTHS,
  wrist: [14, 15, 16, 17, 18, 19].map((wrist) => toLimbLength('wrist', wrist)),
  ankle: [20, 21, 22, 23, 24, 25].map((ankle) => toLimbLength('ankle', ankle)),
}

/** Returns the usual lengths for a kind of guide, shortest first; none for other guides. */
export function standardLengths(kind: SizeGuideKind): readonly WornLength[] {
  return LENGTHS[kind] ?? []
}

/**
 * Returns the centimetres of a supplier's size; undefined for a text without a length. Sizes are such as `45 cm`,
 * `450 mm` or `18 in`.
 */
export function parseCentimetres(size: string): number | undefined {
  const [, number, unit = ''] = /^\s*(\d{1,3}(?:\.\d+)?)\s*(cm|mm|in|inches|″|")\s*$/i.exec(size) ?? []
  if (number === undefined) return undefined
  const perUnit = { cm: 1, mm: 0.1 }[unit.toLowerCase()] ?? CM_PER_INCH
  return Math.round(Number(number) * perUnit * 10) / 10
}

/** Formats inches with one decimal, such as `17.7 in`. */
export function formatInches(cm: number): string {
  return `${(cm / CM_PER_INCH).toFixed(1)} in`
}

/** The definition since 1959. */
const CM_PER_INCH = 2.54

function toLimbLength(limb: 'wrist' | 'ankle', cm: number): WornLength {
  return { cm: cm + EASE_CM, worn: `For ${limb === 'ankle' ? 'an' : 'a'} ${limb} of ${cm} cm` }
}
