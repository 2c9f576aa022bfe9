import type { CarrierRate, RateSource, Shipment } from '#features/shipping/port.ts'

type Service = Readonly<{ service: string; days: number; base: number; perKilo: number }>
type Zone = Readonly<{ countries: ReadonlySet<string>; services: readonly Service[] }>

const set = (codes: string): ReadonlySet<string> => new Set(codes.split(' '))

/** Where the marketplace's parcels are handed over. */
const HUB = 'SG'

/** Cents. Zones by distance from there. */
const ZONES: readonly Zone[] = [
  {
    countries: set('SG'),
    services: [
      { service: 'Standard_Shipping', days: 7, base: 206, perKilo: 0 },
      { service: 'Expedited_Shipping', days: 3, base: 540, perKilo: 60 },
      { service: 'Express_Shipping', days: 1, base: 990, perKilo: 120 },
    ],
  },
  {
    countries: set('BN ID KH LA MM MY PH TH TL VN'),
    services: [
      { service: 'Standard_Shipping', days: 9, base: 480, perKilo: 190 },
      { service: 'Expedited_Shipping', days: 5, base: 980, perKilo: 320 },
      { service: 'Express_Shipping', days: 2, base: 1890, perKilo: 520 },
    ],
  },
  {
    countries: set('AU BD CN FJ HK IN JP KR LK MN MO MV NP NZ PG PK TW'),
    services: [
      { service: 'Standard_Shipping', days: 12, base: 690, perKilo: 290 },
      { service: 'Expedited_Shipping', days: 6, base: 1490, perKilo: 460 },
      { service: 'Express_Shipping', days: 3, base: 2690, perKilo: 740 },
    ],
  },
  {
    countries: set(
      'AE AT BE BG BH CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IL IS IT JO KW LI LT LU LV MC MT NL NO OM PL PT QA RO SA SE SI SK TR US',
    ),
    services: [
      { service: 'Standard_Shipping', days: 16, base: 890, perKilo: 380 },
      { service: 'Expedited_Shipping', days: 8, base: 1990, perKilo: 620 },
      { service: 'Express_Shipping', days: 4, base: 3490, perKilo: 960 },
    ],
  },
]

const ELSEWHERE: readonly Service[] = [
  { service: 'Standard_Shipping', days: 25, base: 1290, perKilo: 520 },
  { service: 'Express_Shipping', days: 6, base: 4890, perKilo: 1240 },
]

/** Millimetres cubed that count as a gram: the carriers' usual divisor of 5,000 cm³ a kilogram. */
const VOLUME_PER_GRAM = 5_000

/**
 * The built-in table of zones, for shops without a carrier's account: several services everywhere, by the
 * heavier of weight and volume, each begun half kilogram counted. A parcel that still lies elsewhere comes to Singapore by
 * its zone's fastest service first: that takes days, and costs the shopper nothing.
 */
export const zoneRates: RateSource = async (shipment) => {
  const kilos = chargeableKilos(shipment)
  const collecting = daysToHub(shipment.fromCountry)
  return servicesTo(shipment.country).map(({ service, days, base, perKilo }): CarrierRate => ({
    service,
    estimatedDays: collecting + days,
    amount: base + Math.round(perKilo * kilos),
  }))
}

function servicesTo(country: string): readonly Service[] {
  return ZONES.find((zone) => zone.countries.has(country))?.services ?? ELSEWHERE
}

function daysToHub(country = HUB): number {
  return country === HUB ? 0 : Math.min(...servicesTo(country).map(({ days }) => days))
}

function chargeableKilos({ weightGrams, lengthMm, widthMm, heightMm }: Shipment): number {
  const grams = Math.max(weightGrams, (lengthMm * widthMm * heightMm) / VOLUME_PER_GRAM)
  return Math.ceil(grams / 500) / 2
}
