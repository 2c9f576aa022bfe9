import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { callWooCommerce, type WooClient, type WooSite } from './call-woocommerce.ts'

/** The conversion of a site's weights and lengths; null when it states no units. */
export type WooUnits = Readonly<{
  toGrams(text: string): number | null
  toMillimetres(text: string): number | null
  /** Returns a weight in the site's unit; undefined when the site states no unit. */
  fromGrams(grams: number): string | undefined
}>

const GRAMS: Readonly<Record<string, number>> = { kg: 1_000, g: 1, lbs: 453.592_37, oz: 28.349_523_125 }
const MILLIMETRES: Readonly<Record<string, number>> = { m: 1_000, cm: 10, mm: 1, in: 25.4, yd: 914.4 }

const Setting = z.object({ value: z.string() })

/**
 * Returns the units of a site's weights and lengths. They are settings of the site; the defaults, if a key may not
 * read them, are kilograms and centimetres.
 */
export async function readUnits(client: WooClient, site: WooSite): Promise<WooUnits> {
  const known = client.units.get(site.address)
  if (known) return known
  const knownWeight = GRAMS[await readUnit(client, site, 'weight')]
  const weight = knownWeight ?? 1_000
  const length = MILLIMETRES[await readUnit(client, site, 'dimension')] ?? 10
  const units = {
    toGrams: (text: string) => convert(text, weight),
    toMillimetres: (text: string) => convert(text, length),
    fromGrams: (grams: number) => toDecimalText(grams, knownWeight),
  }
  rememberUnits(client, site.address, units)
  return units
}

async function readUnit(client: WooClient, site: WooSite, name: 'weight' | 'dimension'): Promise<string> {
  const path = `/wc/v3/settings/products/woocommerce_${name}_unit?_fields=value`
  try {
    return (await callWooCommerce(client, site, { path, data: Setting })).data.value
  } catch (error) {
    if (error instanceof AppError && error.kind === 'refused') return ''
    throw error
  }
}

function toDecimalText(grams: number, unit: number | undefined): string | undefined {
  return unit === undefined ? undefined : String(Math.round((grams / unit) * 100_000) / 100_000)
}

function convert(text: string, factor: number): number | null {
  const value = Number(text.replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(value) || value <= 0
    ? null
    : Math.round(value * factor * 1_000) / 1_000
}

/** The most sites in the cache; the oldest one is dropped. */
const MAX_SITES = 1_000

function rememberUnits({ units }: WooClient, address: string, found: WooUnits): void {
  const [oldest] = units.keys()
  if (units.size >= MAX_SITES && oldest !== undefined) units.delete(oldest)
  units.set(address, found)
}
