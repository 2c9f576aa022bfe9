import type { Queryable } from '#database/database.ts'
import { type SoldCustoms, listSoldCustoms } from '#features/catalogue/catalog/service.ts'
import { needsCustoms, classifyTariffNumber } from '#features/sales/shipping/service.ts'
import { invalid, refused } from '#core/errors.ts'
import { formatMoney } from '#core/money.ts'
import type { LineUnits } from '../../lifecycle/lifecycle-queries.ts'
import type { DeclaredLine } from '../../port.ts'
import type { SupplierOrderLine } from '../../views/purchase-queries.ts'

/** A supplier's customs data of a line, which overrides the catalogue's. `amount` is a unit's value in cents. */
export type CustomsOverride = Readonly<{
  lineId: number
  description?: string | undefined
  amount?: number | undefined
  originCountry?: string | undefined
  tariffNumber?: string | undefined
}>

/** A parcel to declare: units of an order's lines, from one country to another. */
export type CustomsDeclarationInput = Readonly<{
  from: string
  to: string
  currency: string
  lines: readonly SupplierOrderLine[]
  units: readonly LineUnits[]
  overrides: readonly CustomsOverride[]
}>

/** The source of customs data: the supplier's entry, the product, or the product's material. */
export type CustomsSource = 'entered' | 'product' | 'material'

/** The customs data of a parcel's line; undefined where unknown. */
export type CustomsLine = Readonly<{
  line: SupplierOrderLine
  /** The line's number in its order, from 1. */
  lineNumber: number
  quantity: number
  description: string
  /** The value of a unit, in cents. */
  amount: number
  originCountry: string | undefined
  originSource: CustomsSource | undefined
  tariffNumber: string | undefined
  tariffSource: CustomsSource | undefined
}>

/**
 * Returns the customs data of each line of a parcel; null if it passes no customs. The supplier's entry precedes the
 * product's data; the default tariff number follows from the material. Throws `value_below_price` for a value below the
 * price paid for the goods.
 */
export async function describeCustoms(
  db: Queryable,
  { from, to, currency, lines, units, overrides }: CustomsDeclarationInput,
): Promise<readonly CustomsLine[] | null> {
  if (!needsCustoms(from, to)) return null
  const shippedLines = lines.filter(({ id }) => units.some(({ lineId }) => lineId === id))
  const catalogFacts = await listSoldCustoms(db, shippedLines)
  return shippedLines.map((line) => {
    const override = overrides.find(({ lineId }) => lineId === line.id)
    const facts = catalogFacts.find(({ variantId }) => variantId === line.variantId)
    return {
      line,
      lineNumber: lines.indexOf(line) + 1,
      quantity: units.find(({ lineId }) => lineId === line.id)?.quantity ?? 0,
      description: override?.description ?? line.title,
      amount: checkValue(line, override?.amount, currency),
      ...describeOrigin(override, facts),
      ...describeTariffNumber(override, facts),
    }
  })
}

/**
 * Returns the price of a unit in the sale for export, in cents. That is its customs value (WTO Valuation Agreement,
 * article 1): what a vendor's customer paid, if the vendor declares that, else the price of the order.
 */
export function getExportPrice({
  customsAmount,
  unitAmount,
}: Pick<SupplierOrderLine, 'customsAmount' | 'unitAmount'>): number {
  return customsAmount ?? unitAmount
}

/** Checks a customs value: one below the price of the sale is a false declaration. */
function checkValue(line: SupplierOrderLine, amount = getExportPrice(line), currency = 'USD'): number {
  const price = getExportPrice(line)
  if (amount >= price) return amount
  throw invalid(
    'value_below_price',
    `Customs need the price that was paid: “${line.title}” was sold for ${formatMoney(price, currency)}.`,
    { fields: ['customs'] },
  )
}

function describeOrigin(override: CustomsOverride | undefined, facts: SoldCustoms | undefined) {
  if (override?.originCountry)
    return { originCountry: override.originCountry, originSource: 'entered' } as const
  if (facts?.originCountry) return { originCountry: facts.originCountry, originSource: 'product' } as const
  return { originCountry: undefined, originSource: undefined }
}

function describeTariffNumber(override: CustomsOverride | undefined, facts: SoldCustoms | undefined) {
  if (override?.tariffNumber) return { tariffNumber: override.tariffNumber, tariffSource: 'entered' } as const
  if (facts?.tariffNumber) return { tariffNumber: facts.tariffNumber, tariffSource: 'product' } as const
  const tariffNumber = facts && deriveTariffNumber(facts)
  return { tariffNumber, tariffSource: tariffNumber ? ('material' as const) : undefined }
}

/** Derives the tariff number from the materials; for a product in several metals the variant has the metal. */
function deriveTariffNumber(facts: SoldCustoms): string | undefined {
  return classifyTariffNumber({ ...facts, metal: facts.material }) ?? classifyTariffNumber(facts)
}

/**
 * Returns the declaration of a parcel. Nothing is guessed: refuses with `customs_unknown`, with the missing data of
 * each product.
 */
export function declareCustoms(described: readonly CustomsLine[]): readonly DeclaredLine[] {
  return described.map(({ line, description, amount, originCountry, tariffNumber }) => {
    if (!originCountry || !tariffNumber) throw customsUnknown(described)
    return { lineId: line.id, description, amount, originCountry, tariffNumber }
  })
}

/** Returns the missing customs data of a line. */
export function listMissingFacts({ originCountry, tariffNumber }: CustomsLine) {
  return [
    ...(originCountry ? [] : ['originCountry' as const]),
    ...(tariffNumber ? [] : ['tariffNumber' as const]),
  ]
}

function customsUnknown(described: readonly CustomsLine[]) {
  const missing = described.flatMap((one) => {
    const fields = listMissingFacts(one)
    return fields.length > 0 ? [{ line: one.lineNumber, title: one.line.title, missing: fields }] : []
  })
  const named = missing.map(
    ({ line, title, missing: fields }) =>
      `${fields.map((field) => FIELD_NAMES[field]).join(' and ')} of “${title}” (line ${line})`,
  )
  return refused(
    'customs_unknown',
    `This parcel goes through customs and needs more details. Missing: ${joinNames(named)}. Add it to your product feed, or enter it in "customs" when you buy the label.`,
    { lines: missing },
  )
}

/** Joins the first few names; the details have all of them. */
function joinNames(named: readonly string[]): string {
  const remainingCount = named.length - MAX_NAMED
  return (
    named.slice(0, MAX_NAMED).join('; ') + (remainingCount > 0 ? `; and of ${remainingCount} more lines` : '')
  )
}

const MAX_NAMED = 5

const FIELD_NAMES = {
  originCountry: 'the country of origin',
  tariffNumber: 'the material or HS code',
} as const
