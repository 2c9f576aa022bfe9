import type { Queryable } from '#database/database.ts'
import { type SoldCustoms, listSoldCustoms } from '#features/catalogue/catalog/service.ts'
import { needsCustoms, classifyTariffNumber } from '#features/sales/shipping/service.ts'
import { refused } from '#core/errors.ts'
import type { LineUnits } from '../lifecycle/lifecycle-queries.ts'
import type { DeclaredLine } from '../port.ts'
import type { SupplierOrderLine } from '../views/purchase-queries.ts'

/** What a supplier says of a line in place of, or where there is nothing in, the catalogue. */
export type CustomsOverride = Readonly<{
  lineId: number
  originCountry?: string | undefined
  tariffNumber?: string | undefined
}>

/** A parcel to declare: these units of an order's lines, from one country to another. */
export type CustomsDeclarationInput = Readonly<{
  from: string
  to: string
  lines: readonly SupplierOrderLine[]
  units: readonly LineUnits[]
  overrides: readonly CustomsOverride[]
}>

/**
 * What customs are told of each line of a parcel, by its supplier's word, else by the catalogue, the tariff number else by its
 * material; null where the parcel does not meet customs. Nothing is guessed: refuses with `customs_unknown`, which names what is
 * missing for which product.
 */
export async function declareCustoms(
  db: Queryable,
  { from, to, lines, units, overrides }: CustomsDeclarationInput,
): Promise<readonly DeclaredLine[] | null> {
  if (!needsCustoms(from, to)) return null
  const shippedLines = lines.filter(({ id }) => units.some(({ lineId }) => lineId === id))
  const catalogFacts = await listSoldCustoms(db, shippedLines)
  const declared = shippedLines.map((line) => {
    const override = overrides.find(({ lineId }) => lineId === line.id)
    const facts = catalogFacts.find(({ variantId }) => variantId === line.variantId)
    return {
      line,
      originCountry: override?.originCountry ?? facts?.originCountry ?? undefined,
      tariffNumber: override?.tariffNumber ?? facts?.tariffNumber ?? (facts && deriveTariffNumber(facts)),
    }
  })
  return declared.map(({ line, originCountry, tariffNumber }) => {
    if (!originCountry || !tariffNumber) throw customsUnknown(declared, lines)
    return { lineId: line.id, originCountry, tariffNumber }
  })
}

/** A product that comes in several metals says so; its variant says in which. */
function deriveTariffNumber(facts: SoldCustoms): string | undefined {
  return classifyTariffNumber({ ...facts, metal: facts.material }) ?? classifyTariffNumber(facts)
}

type LineDeclaration = Readonly<{
  line: SupplierOrderLine
  originCountry: string | undefined
  tariffNumber: string | undefined
}>

function customsUnknown(declared: readonly LineDeclaration[], lines: readonly SupplierOrderLine[]) {
  const missing = declared.flatMap(({ line, originCountry, tariffNumber }) => {
    const fields = [
      ...(originCountry ? [] : ['originCountry' as const]),
      ...(tariffNumber ? [] : ['tariffNumber' as const]),
    ]
    return fields.length > 0 ? [{ line: lines.indexOf(line) + 1, title: line.title, missing: fields }] : []
  })
  const named = missing.map(
    ({ line, title, missing: fields }) =>
      `${fields.map((field) => FIELD_NAMES[field]).join(' and ')} of “${title}” (line ${line})`,
  )
  return refused(
    'customs_unknown',
    `This parcel goes through customs and needs more details. Missing: ${joinNames(named)}. Add it to your product feed, or give it in "customs" when you buy the label.`,
    { lines: missing },
  )
}

/** The first few; all of them stand in the details. */
function joinNames(named: readonly string[]): string {
  const remainingCount = named.length - MAX_NAMED
  return (
    named.slice(0, MAX_NAMED).join('; ') + (remainingCount > 0 ? `; and of ${remainingCount} more lines` : '')
  )
}

const MAX_NAMED = 5

const FIELD_NAMES = {
  originCountry: 'the country of origin',
  tariffNumber: 'the material or tariff number (HS code)',
} as const
