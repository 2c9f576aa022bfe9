import { Suspense, useState } from 'react'
import type { CategoryName, ProductDetailData } from '#features/catalogue/catalog/contract.ts'
import { lazyPart } from '#web/shared/loading/lazy-component.tsx'

const SizeGuide = lazyPart(async () => (await import('./size-guide.tsx')).SizeGuide)

/** What is worn around something comes in sizes. */
const SIZED: ReadonlySet<CategoryName> = new Set(['Rings', 'Necklaces', 'Pendants', 'Bracelets', 'Anklets'])

/** By which standard the sizes of a piece are, and the way to the guide of its kind; nothing for what has no sizes. */
export function SizeHelp({ product }: { product: ProductDetailData }) {
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const { category, facts, variants } = product
  if (!SIZED.has(category)) return null
  return (
    <p className="text-xs text-ink-soft">
      {facts.sizeStandard && `Sizes follow the ${facts.sizeStandard} standard. `}
      <button
        type="button"
        className="needs-script text-link min-h-6 text-ink"
        onClick={() => setState('open')}
      >
        Size guide
      </button>
      {state !== 'unopened' && (
        <Suspense>
          <SizeGuide
            isOpen={state === 'open'}
            onClose={() => setState('closed')}
            category={category}
            standard={facts.sizeStandard}
            sizes={[...new Set(variants.flatMap(({ size }) => size ?? []))]}
          />
        </Suspense>
      )}
    </p>
  )
}
