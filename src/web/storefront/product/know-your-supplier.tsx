import type { ProductDetailData } from '#features/catalog/contract.ts'
import { statedFigures } from './piece-facts.ts'

/** Who makes and sends the piece, with the figures that it has stated of itself (PDP-39). */
export function KnowYourSupplier(props: { supplier: ProductDetailData['manufacturer']; place: string }) {
  const { supplier, place } = props
  const figures = statedFigures(supplier.stated)
  return (
    <section
      aria-labelledby="know-your-supplier"
      className="grid gap-8 bg-mist p-6 md:p-10 lg:grid-cols-12 lg:gap-12"
    >
      <div className="lg:col-span-5">
        <h2 id="know-your-supplier" className="text-xl">
          Know your supplier
        </h2>
        <p className="mt-4 font-medium">{supplier.name}</p>
        <p className="text-sm text-ink-soft">{place}</p>
        {supplier.story && <p className="mt-4 max-w-prose text-sm text-ink-soft">{supplier.story}</p>}
      </div>
      {figures.length > 0 && (
        <div className="lg:col-span-7">
          <dl className="grid grid-cols-2 gap-x-6 gap-y-6 md:grid-cols-3">
            {figures.map((figure) => (
              <div key={figure.name} className="border-t border-line-strong pt-3">
                <dt className="text-xs text-ink-soft">{figure.name}</dt>
                <dd className="mt-1 text-lg tabular-nums">{figure.value}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-6 text-xs text-ink-soft">Stated by the supplier</p>
        </div>
      )}
    </section>
  )
}
