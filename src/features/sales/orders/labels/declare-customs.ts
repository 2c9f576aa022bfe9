import type { Queryable } from '#database/database.ts'
import { type CustomsOfSold, listCustomsOfSold } from '#features/catalogue/catalog/service.ts'
import { needsCustoms, tariffNumberOf } from '#features/sales/shipping/service.ts'
import { refused } from '#core/errors.ts'
import type { LineUnits } from '../lifecycle/lifecycle-queries.ts'
import type { DeclaredLine } from '../port.ts'
import type { SupplierOrderLine } from '../queries.ts'

/** What a supplier says of a line in place of, or where there is nothing in, the catalogue. */
export type CustomsWish = Readonly<{
  lineId: number
  originCountry?: string | undefined
  tariffNumber?: string | undefined
}>

/** A parcel to declare: these units of an order's lines, from one country to another. */
export type Declaring = Readonly<{
  from: string
  to: string
  lines: readonly SupplierOrderLine[]
  units: readonly LineUnits[]
  wishes: readonly CustomsWish[]
}>

/**
 * What customs are told of each line of a parcel, by its supplier's word, else by the catalogue, the tariff number else by its
 * material; null where the parcel does not meet customs. Nothing is guessed: refuses with `customs_unknown`, which names what is
 * missing for which product.
 */
export async function declareCustoms(
  db: Queryable,
  { from, to, lines, units, wishes }: Declaring,
): Promise<readonly DeclaredLine[] | null> {
  if (!needsCustoms(from, to)) return null
  const sent = lines.filter(({ id }) => units.some(({ lineId }) => lineId === id))
  const known = await listCustomsOfSold(db, sent)
  const declared = sent.map((line) => {
    const wish = wishes.find(({ lineId }) => lineId === line.id)
    const facts = known.find(({ variantId }) => variantId === line.variantId)
    return {
      line,
      originCountry: wish?.originCountry ?? facts?.originCountry ?? undefined,
      tariffNumber: wish?.tariffNumber ?? facts?.tariffNumber ?? (facts && numberByMaterial(facts)),
    }
  })
  return declared.map(({ line, originCountry, tariffNumber }) => {
    if (!originCountry || !tariffNumber) throw unknown(declared, lines)
    return { lineId: line.id, originCountry, tariffNumber }
  })
}

/** A product that comes in several metals says so; its variant says in which. */
function numberByMaterial(facts: CustomsOfSold): string | undefined {
  return tariffNumberOf({ ...facts, metal: facts.material }) ?? tariffNumberOf(facts)
}

type Found = Readonly<{
  line: SupplierOrderLine
  originCountry: string | undefined
  tariffNumber: string | undefined
}>

function unknown(declared: readonly Found[], lines: readonly SupplierOrderLine[]) {
  const missing = declared.flatMap(({ line, originCountry, tariffNumber }) => {
    const fields = [
      ...(originCountry ? [] : ['originCountry' as const]),
      ...(tariffNumber ? [] : ['tariffNumber' as const]),
    ]
    return fields.length > 0 ? [{ line: lines.indexOf(line) + 1, title: line.title, missing: fields }] : []
  })
  const named = missing.map(
    ({ line, title, missing: fields }) =>
      `${fields.map((field) => NAMES[field]).join(' and ')} of “${title}” (line ${line})`,
  )
  return refused(
    'customs_unknown',
    `This parcel goes through customs, which have to be told more. Missing: ${listOf(named)}. Add it to your product feed, or give it in "customs" when you buy the label.`,
    { lines: missing },
  )
}

/** The first few; all of them stand in the details. */
function listOf(named: readonly string[]): string {
  const others = named.length - MOST_NAMED
  return named.slice(0, MOST_NAMED).join('; ') + (others > 0 ? `; and of ${others} more lines` : '')
}

const MOST_NAMED = 5

const NAMES = {
  originCountry: 'the country of origin',
  tariffNumber: 'the material or tariff number (HS code)',
} as const
