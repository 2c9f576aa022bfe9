import { EU_CUSTOMS_UNION } from './eu-customs.ts'

/** The services that a supplier can offer, slowest first. */
export const ZONE_SERVICES = ['Economy', 'Standard', 'Express'] as const

export type ZoneServiceName = (typeof ZONE_SERVICES)[number]

/** The price, in cents, of a parcel above a weight in grams. */
export type WeightBand = Readonly<{ overGrams: number; amountCents: number }>

/**
 * A service of a zone. It has the days in transit, and the supplier's subtotal in cents from which it is free (null:
 * never).
 */
export type ZoneService = Readonly<{
  service: ZoneServiceName
  minDays: number
  maxDays: number
  freeFromCents: number | null
  bands: readonly WeightBand[]
}>

/**
 * Countries (ISO 3166 alpha-2) with the same shipping prices; `isRest` covers all countries that no other zone names.
 */
export type ShippingZone = Readonly<{
  name: string
  isRest: boolean
  countries: readonly string[]
  services: readonly ZoneService[]
}>

/** Returns the zone of a warehouse that a country is in; undefined when the warehouse does not ship there. */
export function findZone(zones: readonly ShippingZone[], country: string): ShippingZone | undefined {
  return zones.find(({ countries }) => countries.includes(country)) ?? zones.find(({ isRest }) => isRest)
}

/** A service quoted for a parcel: `amount` in cents, before free shipping from `freeFromAmount` applies. */
export type ZoneRate = Readonly<{
  service: ZoneServiceName
  minDays: number
  estimatedDays: number
  amount: number
  freeFromAmount: number | null
}>

/**
 * Returns the shipping prices of a parcel by its weight in grams and its country. Empty when the warehouse does not
 * ship there.
 */
export function quoteZones(
  zones: readonly ShippingZone[],
  { country, grams }: Readonly<{ country: string; grams: number }>,
): readonly ZoneRate[] {
  const services = findZone(zones, country)?.services ?? []
  return services.map(({ service, minDays, maxDays, freeFromCents, bands }) => ({
    service,
    minDays,
    estimatedDays: maxDays,
    amount: getBandAmount(bands, grams),
    freeFromAmount: freeFromCents,
  }))
}

function getBandAmount(bands: readonly WeightBand[], grams: number): number {
  const [first, ...heavier] = bands.toSorted((a, b) => a.overGrams - b.overGrams)
  return heavier.findLast(({ overGrams }) => grams > overGrams)?.amountCents ?? first?.amountCents ?? 0
}

const COUNTRY_NAMES = new Intl.DisplayNames(['en'], { type: 'region' })

/** An error in a warehouse's rules: the field, such as `zones.0.countries`, and a message. */
export type ZoneProblem = Readonly<{ field: string; message: string }>

/** Returns the errors in the rules of a warehouse, in the order of its zones. */
export function findZoneProblems(zones: readonly ShippingZone[]): readonly ZoneProblem[] {
  return zones.flatMap((zone, place) => [
    ...findCountryProblems(zones, place),
    ...zone.services.flatMap((service, index) =>
      findServiceProblems(zone, service, `zones.${place}.services.${index}`),
    ),
  ])
}

function findCountryProblems(zones: readonly ShippingZone[], place: number): readonly ZoneProblem[] {
  const zone = zones[place]
  if (!zone) return []
  const field = `zones.${place}.countries`
  const before = zones.slice(0, place)
  if (zone.isRest && zone.countries.length > 0)
    return [{ field, message: 'The rest of the world names no countries.' }]
  if (zone.isRest)
    return before.some(({ isRest }) => isRest)
      ? [{ field, message: 'Only one zone can be the rest of the world.' }]
      : []
  if (zone.countries.length === 0) return [{ field, message: 'Choose at least one country.' }]
  if (new Set(zone.countries).size < zone.countries.length)
    return [{ field, message: 'A country is listed twice.' }]
  return before.flatMap((other) => {
    const shared = zone.countries.filter((country) => other.countries.includes(country))
    return shared.length > 0
      ? [
          {
            field,
            message: `Also in “${other.name}”: ${shared.map((code) => COUNTRY_NAMES.of(code) ?? code).join(', ')}.`,
          },
        ]
      : []
  })
}

function findServiceProblems(zone: ShippingZone, one: ZoneService, field: string): readonly ZoneProblem[] {
  const bands = one.bands.toSorted((a, b) => a.overGrams - b.overGrams)
  const isDuplicate = zone.services.filter(({ service }) => service === one.service).length > 1
  return [
    ...(isDuplicate ? [{ field: `${field}.service`, message: `${one.service} is listed twice.` }] : []),
    ...(one.maxDays < one.minDays
      ? [{ field: `${field}.maxDays`, message: 'Enter at least as many days as the fewest.' }]
      : []),
    ...(bands[0]?.overGrams === 0
      ? []
      : [{ field: `${field}.bands`, message: 'The first weight has to begin at 0 g.' }]),
    ...(new Set(bands.map(({ overGrams }) => overGrams)).size < bands.length
      ? [{ field: `${field}.bands`, message: 'Two fees begin at the same weight.' }]
      : []),
    ...(bands.some(({ amountCents }, index) => amountCents < (bands[index - 1]?.amountCents ?? 0))
      ? [{ field: `${field}.bands`, message: 'A heavier parcel can’t cost less than a lighter one.' }]
      : []),
  ]
}

/**
 * Returns preset shipping rules for a warehouse in a country. They are for its own country, for the EU if it is in
 * it, and for the rest of the world.
 */
export function presetZones(country: string): readonly ShippingZone[] {
  const neighbours = EU_CUSTOMS_UNION.has(country)
    ? [...EU_CUSTOMS_UNION].filter((other) => other !== country).toSorted()
    : []
  const zones: readonly ShippingZone[] = [
    {
      name: 'Domestic',
      isRest: false,
      countries: [country],
      services: [
        { service: 'Standard', minDays: 3, maxDays: 5, freeFromCents: 5_000, bands: flat(450) },
        { service: 'Express', minDays: 1, maxDays: 2, freeFromCents: null, bands: flat(990) },
      ],
    },
    {
      name: 'European Union',
      isRest: false,
      countries: neighbours,
      services: [
        { service: 'Standard', minDays: 5, maxDays: 8, freeFromCents: 12_000, bands: byWeight(890, 1_390) },
        { service: 'Express', minDays: 2, maxDays: 3, freeFromCents: null, bands: byWeight(1_990, 2_690) },
      ],
    },
    {
      name: 'Rest of the world',
      isRest: true,
      countries: [],
      services: [
        { service: 'Economy', minDays: 15, maxDays: 25, freeFromCents: null, bands: byWeight(690, 1_290) },
        {
          service: 'Standard',
          minDays: 8,
          maxDays: 14,
          freeFromCents: 15_000,
          bands: byWeight(1_190, 1_990),
        },
        { service: 'Express', minDays: 4, maxDays: 6, freeFromCents: null, bands: byWeight(2_990, 3_990) },
      ],
    },
  ]
  return zones.filter(({ isRest, countries }) => isRest || countries.length > 0)
}

function flat(amountCents: number): readonly WeightBand[] {
  return [{ overGrams: 0, amountCents }]
}

function byWeight(light: number, heavy: number): readonly WeightBand[] {
  return [
    { overGrams: 0, amountCents: light },
    { overGrams: 1_000, amountCents: heavy },
  ]
}
