import type { ProductDetailData } from '#features/catalogue/catalog/contract.ts'
import { certificateCheckAddress } from '#core/jewellery/certificates.ts'
import { PACKING_LIST } from '#web/content/product-copy.ts'
import { type FactRow, factRow, plainNumber } from '#web/shared/product/fact-row.ts'
import { SanitisedHtml } from '#web/shared/product/sanitised-html.tsx'

/** Renders the tab 'Description': overview, the supplier's text, facts of the product, and contents of the parcel. */
export function ProductDescription({ product }: { product: ProductDetailData }) {
  return (
    <div className="grid gap-10 lg:grid-cols-12 lg:gap-12">
      <div className="flex flex-col gap-8 lg:col-span-7">
        <section>
          <h2 className="text-lg">Overview</h2>
          <p className="mt-2">{product.name}</p>
        </section>
        <section>
          <h2 className="text-lg">Product information</h2>
          <SanitisedHtml html={product.description} className={PROSE} />
        </section>
        <section>
          <h2 className="text-lg">Packing list</h2>
          <ul className="mt-2 list-disc ps-5 text-ink-soft">
            {PACKING_LIST.map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
          </ul>
        </section>
      </div>
      <div className="lg:col-span-5">
        <FactsTable caption="Product details" rows={toFactRows(product.facts)} />
      </div>
    </div>
  )
}

/** Renders a table of two columns, name and value. */
function FactsTable({ caption, rows }: { caption: string; rows: readonly FactRow[] }) {
  return (
    <table className="w-full text-sm">
      <caption className="mb-3 text-start font-display text-lg">{caption}</caption>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className="border-t border-line">
            <th
              scope="row"
              className="py-2.5 pe-6 text-start align-top font-normal whitespace-nowrap text-ink-soft"
            >
              {row.name}
            </th>
            <td className="py-2.5 text-end wrap-anywhere">
              {row.href === undefined ? (
                row.value
              ) : (
                <a href={row.href} target="_blank" rel="noopener noreferrer" className="underline">
                  {row.value}
                  <span className="sr-only"> (the laboratory’s report check, opens in a new tab)</span>
                </a>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The typography of suppliers' texts, which are HTML. */
const PROSE =
  'mt-2 max-w-prose text-ink-soft wrap-anywhere [&_a]:underline [&_h1]:text-lg [&_h2]:text-lg [&_h3]:text-base [&_img]:max-w-full ' +
  '[&_li]:mb-1 [&_ol]:list-decimal [&_ol]:ps-5 [&_p]:mb-3 [&_strong]:text-ink [&_table]:text-sm [&_td]:pe-4 [&_ul]:list-disc [&_ul]:ps-5'

/** Returns the known facts of a product, one row each. Weights are in grams, measures in millimetres. */
export function toFactRows(facts: ProductDetailData['facts']): readonly FactRow[] {
  return [
    factRow('Metal', facts.metal),
    factRow('Purity', facts.purity),
    factRow('Plating', facts.plating),
    factRow('Hallmark', facts.hallmark),
    factRow('Nickel', toNickelText(facts.isNickelFree)),
    factRow('Stones', facts.stones),
    toCertificateRow(facts.certificate),
    factRow('Ring sizes', facts.sizeStandard),
    factRow('Dimensions', formatMeasures(facts)),
    factRow('Weight', facts.weightGrams === null ? null : `${plainNumber(facts.weightGrams)} g`),
  ].filter((fact) => fact !== undefined)
}

function toNickelText(isNickelFree: boolean | null): string | null {
  if (isNickelFree === null) return null
  return isNickelFree ? 'Nickel-free' : 'Contains nickel'
}

/** Returns the laboratory and report number, linked to the laboratory's online check if it has one. */
function toCertificateRow(certificate: ProductDetailData['facts']['certificate']): FactRow | undefined {
  if (!certificate) return undefined
  const { laboratory, number } = certificate
  const value = [laboratory, number].filter((part) => part !== null).join(' ')
  const row = factRow('Certificate', value)
  return row && { ...row, href: certificateCheckAddress(laboratory ?? '', number ?? '') }
}

function formatMeasures(facts: ProductDetailData['facts']): string | null {
  const sides = [facts.lengthMm, facts.widthMm, facts.heightMm].filter((side) => side !== null)
  return sides.length === 0 ? null : `${sides.map(plainNumber).join(' × ')} mm`
}
