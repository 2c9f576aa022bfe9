/**
 * A ring size in the four systems of the guide, with its inside measures in millimetres. `sg` is empty between two
 * sizes.
 */
export type RingSize = Readonly<{
  us: string
  eu: string
  uk: string
  sg: string
  diameterMm: number
  circumferenceMm: number
}>

/**
 * US size, UK letter, and the number used in Singapore, by the trade's conversion chart (Wikipedia, "Ring size"; the
 * Singapore column as published by jewellers there, the same as China's). No standard relates the letters and numbers
 * to the US sizes: suppliers differ by half a letter, so the guide shows the measures as well.
 */
const CHART: readonly (readonly [us: number, uk: string, sg?: number])[] = [
  [3, 'F', 4],
  [3.25, 'F½', 5],
  [3.5, 'G'],
  [3.75, 'G½', 6],
  [4, 'H', 7],
  [4.25, 'H½'],
  [4.5, 'I', 8],
  [4.75, 'J'],
  [5, 'J½', 9],
  [5.25, 'K'],
  [5.5, 'K½', 10],
  [5.75, 'L'],
  [6, 'L½', 11],
  [6.25, 'M', 12],
  [6.5, 'M½', 13],
  [6.75, 'N'],
  [7, 'N½', 14],
  [7.25, 'O'],
  [7.5, 'O½', 15],
  [7.75, 'P'],
  [8, 'P½', 16],
  [8.25, 'Q'],
  [8.5, 'Q½', 17],
  [8.75, 'R'],
  [9, 'R½', 18],
  [9.25, 'S'],
  [9.5, 'S½', 19],
  [9.75, 'T'],
  [10, 'T½', 20],
  [10.25, 'U', 21],
  [10.5, 'U½', 22],
  [10.75, 'V'],
  [11, 'V½', 23],
  [11.25, 'W'],
  [11.5, 'W½', 24],
  [11.75, 'X'],
  [12, 'Y', 25],
  [12.5, 'Z', 26],
]

const FRACTIONS: Readonly<Record<string, string>> = { '0.25': '¼', '0.5': '½', '0.75': '¾' }

const EVERY_SIZE: readonly RingSize[] = CHART.map(([us, uk, sg]) => {
  const circumferenceMm = usCircumference(us)
  return {
    us: formatFraction(us),
    // ISO 8653:2016: the size is the inside circumference in millimetres.
    eu: String(Math.round(circumferenceMm)),
    uk,
    sg: sg === undefined ? '' : String(sg),
    diameterMm: roundTenth(circumferenceMm / Math.PI),
    circumferenceMm: roundTenth(circumferenceMm),
  }
})

/** The sizes of the guide in ascending order: whole and half US sizes, and all of Singapore's. */
export const RING_SIZES: readonly RingSize[] = EVERY_SIZE.filter(
  ({ us, sg }) => sg !== '' || !/[¼¾]/.test(us),
)

/** The inside diameters of the Hong Kong sizes from 6 on, in millimetres, as published by jewellers there. */
const HONG_KONG = [
  14.1, 14.5, 14.8, 15.2, 15.5, 15.9, 16.2, 16.6, 16.9, 17.3, 17.7, 18, 18.3, 18.7, 19, 19.4, 19.7, 20.1,
  20.4, 20.8,
]

const CIRCUMFERENCES: Readonly<Record<string, (size: string) => number | undefined>> = {
  EU: (size) => parseNumber(size),
  US: (size) => mapDefined(parseNumber(size), usCircumference),
  UK: (size) => mapDefined(CHART.find(([, uk]) => uk === normalizeFraction(size))?.[0], usCircumference),
  SG: (size) => mapDefined(CHART.find(([, , sg]) => sg === parseNumber(size))?.[0], usCircumference),
  // JIS S 4700: size 1 has a diameter of 13 mm, each further one a third of a millimetre more.
  JP: (size) => mapDefined(parseNumber(size), (number) => (13 + (number - 1) / 3) * Math.PI),
  HK: (size) => mapDefined(HONG_KONG[(parseNumber(size) ?? 0) - 6], (diameter) => diameter * Math.PI),
}

/** A supplier's size with its measures, and the nearest size of each other system. */
export type SupplierRingSize = RingSize & Readonly<{ name: string }>

/**
 * Converts a supplier's ring size to the guide's systems: `HK 9`, `UK L½`, or `7` if `standard` names the system.
 * Returns undefined for an unreadable size, or one that fits no finger.
 */
export function toSupplierRingSize(name: string, standard: string | null): SupplierRingSize | undefined {
  const [, system = standard ?? '', size = ''] = /^\s*(?:([A-Z]{2})\s+)?(.+?)\s*$/i.exec(name) ?? []
  const circumference = CIRCUMFERENCES[system.toUpperCase()]?.(size)
  if (circumference === undefined || !(circumference >= 43 && circumference <= 70)) return undefined
  const away = (other: RingSize): number => Math.abs(other.circumferenceMm - circumference)
  const byDistance = EVERY_SIZE.toSorted((a, b) => away(a) - away(b))
  return {
    name,
    us: byDistance[0]?.us ?? '',
    eu: String(Math.round(circumference)),
    uk: byDistance[0]?.uk ?? '',
    sg: byDistance.find(({ sg }) => sg !== '')?.sg ?? '',
    diameterMm: roundTenth(circumference / Math.PI),
    circumferenceMm: roundTenth(circumference),
  }
}

/**
 * Returns the circumference in millimetres. US size 0 has a diameter of 0.458 inches, each further one 0.032 inches
 * (0.8128 mm) more.
 */
function usCircumference(size: number): number {
  return (0.458 + 0.032 * size) * 25.4 * Math.PI
}

function formatFraction(size: number): string {
  return `${Math.floor(size)}${FRACTIONS[String(size % 1)] ?? ''}`
}

/** Returns `L 1/2` and `l½` in the notation of the chart. */
function normalizeFraction(size: string): string {
  return size.toUpperCase().replace(/\s*1\/2$/, '½')
}

function parseNumber(size: string): number | undefined {
  const [, whole, part = ''] = /^(\d{1,2}(?:\.\d+)?)\s*(¼|½|¾|1\/4|1\/2|3\/4)?$/.exec(size) ?? []
  return whole === undefined ? undefined : Number(whole) + (FRACTION_VALUES[part] ?? 0)
}

const FRACTION_VALUES: Readonly<Record<string, number>> = {
  '¼': 0.25,
  '½': 0.5,
  '¾': 0.75,
  '1/4': 0.25,
  '1/2': 0.5,
  '3/4': 0.75,
}

function mapDefined<In, Out>(value: In | undefined, into: (value: In) => Out): Out | undefined {
  return value === undefined ? undefined : into(value)
}

function roundTenth(millimetres: number): number {
  return Math.round(millimetres * 10) / 10
}
