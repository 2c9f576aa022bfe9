/**
 * One service of the built-in shipping rules, for a supplier's shipment to a country. It has the price in cents, the
 * shipment value from which it is free (null: never), and the days in transit.
 */
export type ShippingRule = Readonly<{
  service: string
  baseAmount: number
  /** The price per kilogram of the parcel, charged for each started half kilogram. */
  perKiloAmount: number
  freeFromAmount: number | null
  minDays: number
  maxDays: number
}>

type Zone = Readonly<{ countries: ReadonlySet<string>; rules: readonly ShippingRule[] }>

/** The business days until a supplier hands a paid order to the carrier (POLICY-04). */
export const PROCESSING_DAYS = { min: 1, max: 2 } as const

/** A row of the tables below; amounts in cents. */
type RuleRow = readonly [
  service: string,
  days: readonly [min: number, max: number],
  fee: readonly [base: number, perKilo: number],
  freeFrom: number | null,
]

/**
 * The zones; Singapore's rows are the shop's stated delivery times and prices (POLICY-05, POLICY-06, PDP-13, PDP-14,
 * PDP-31).
 */
const ZONES: readonly Zone[] = [
  createZone('SG', [
    ['Economy', [15, 25], [206, 0], null],
    ['Standard', [5, 7], [420, 0], 5_000],
    ['Expedited', [3, 5], [660, 0], 15_000],
    ['Express', [1, 2], [1_230, 0], null],
  ]),
  createZone('BN ID KH LA MM MY PH TH TL VN', [
    ['Economy', [15, 25], [380, 150], null],
    ['Standard', [7, 9], [480, 190], 8_000],
    ['Expedited', [4, 5], [980, 320], 30_000],
    ['Express', [2, 3], [1_890, 520], null],
  ]),
  createZone('AU BD CN FJ HK IN JP KR LK MN MO MV NP NZ PG PK TW', [
    ['Economy', [18, 28], [550, 230], null],
    ['Standard', [9, 12], [690, 290], 12_000],
    ['Expedited', [5, 6], [1_490, 460], 45_000],
    ['Express', [3, 4], [2_690, 740], null],
  ]),
  createZone(
    'AE AT BE BG BH CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IL IS IT JO KW LI LT LU LV MC MT NL NO OM PL PT QA RO SA SE SI SK TR US',
    [
      ['Economy', [20, 30], [710, 300], null],
      ['Standard', [12, 16], [890, 380], 15_000],
      ['Expedited', [6, 8], [1_990, 620], 60_000],
      ['Express', [4, 5], [3_490, 960], null],
    ],
  ),
]

const DEFAULT_RULES = toRules([
  ['Economy', [25, 40], [990, 420], null],
  ['Standard', [18, 25], [1_290, 520], 20_000],
  ['Expedited', [9, 12], [2_990, 840], 90_000],
  ['Express', [6, 8], [4_890, 1_240], null],
])

/** Returns the built-in rules for a supplier's shipment to a country (ISO 3166 alpha-2), slowest first. */
export function getShippingRules(country: string): readonly ShippingRule[] {
  return ZONES.find((one) => one.countries.has(country))?.rules ?? DEFAULT_RULES
}

/** Returns the fee of a service for a shipment worth `value`, in cents. */
export function getShippingFee(
  { amount, freeFromAmount }: Readonly<{ amount: number; freeFromAmount: number | null }>,
  value: number,
): number {
  return freeFromAmount !== null && value >= freeFromAmount ? 0 : amount
}

function createZone(countries: string, rows: readonly RuleRow[]): Zone {
  return { countries: new Set(countries.split(' ')), rules: toRules(rows) }
}

function toRules(rows: readonly RuleRow[]): readonly ShippingRule[] {
  return rows.map(([service, [minDays, maxDays], [baseAmount, perKiloAmount], freeFromAmount]) => ({
    service,
    baseAmount,
    perKiloAmount,
    freeFromAmount,
    minDays,
    maxDays,
  }))
}
