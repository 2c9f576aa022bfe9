import { categoryLabel } from '#web/shared/product/category-names.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { SHOP_CURRENCY } from '#core/money.ts'
import { toPlainText } from '#core/text/plain-text.ts'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatDateTime } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Link } from '#web/ui/link.tsx'
import { OPERATOR, supplierAddress } from '../console/addresses.ts'
import { formatMinor } from '../money/format-minor.ts'
import type { SectionProps } from '../console/operator-page.tsx'
import { ChangeList } from './change-list.tsx'
import { type ProductsToDecide, DecisionDialog } from './decision-dialog.tsx'
import { ProductState } from './product-columns.tsx'
import { type DecisionName, DECISIONS, describeCauses, listDecisions } from './product-texts.ts'

type Product = AnswerTo<'GET /operator/products/{id}'>['product']

/** Renders a product for an operator's review: changes, content, and decisions. */
export function ProductDetails({ id }: SectionProps) {
  const [decision, setDecision] = useState<DecisionName>()
  const query = useQuery({
    queryKey: ['operator', 'product', id],
    queryFn: async ({ signal }) =>
      (await call('GET /operator/products/{id}', { params: { id } }, { signal })).product,
  })
  const open = query.data ? listDecisions(query.data) : []
  useDecisionKeys(open, setDecision)
  const chosen: ProductsToDecide | undefined = decision && { ids: [id], decision }
  return (
    <Loaded query={query}>
      {(product) => (
        <>
          <PageHead
            title={product.name}
            isBar
            back={{ href: OPERATOR.products, label: 'All products' }}
            badge={<ProductState product={product} />}
          >
            {open.map((one) => (
              <Action
                key={one}
                variant={one === 'approve' ? 'primary' : 'outline'}
                aria-keyshortcuts={KEYS[one]}
                onClick={() => setDecision(one)}
              >
                {DECISIONS[one].title} …
              </Action>
            ))}
          </PageHead>
          <div className="grid gap-4 max-md:pb-20 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
            <div className="flex min-w-0 flex-col gap-4">
              <Review product={product} />
              <Texts product={product} />
              <Variants product={product} />
            </div>
            <Facts product={product} />
          </div>
          {chosen && <DecisionDialog chosen={chosen} onClose={() => setDecision(undefined)} />}
        </>
      )}
    </Loaded>
  )
}

const KEYS: Readonly<Record<DecisionName, string>> = { approve: 'a', refuse: 'r', hide: 'h', show: 's' }

/** Opens a decision by its key, unless the user is typing or a dialog is open. */
function useDecisionKeys(open: readonly DecisionName[], onDecide: (decision: DecisionName) => void): void {
  useEffect(() => {
    function decide(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select')) return
      const decision = open.find((one) => KEYS[one] === event.key)
      if (!decision) return
      event.preventDefault()
      onDecide(decision)
    }
    document.addEventListener('keydown', decide)
    return () => document.removeEventListener('keydown', decide)
  }, [open, onDecide])
}

function Review({ product }: { product: Product }) {
  const { moderation, since, changes, reason } = product
  if (moderation === 'approved') return null
  return (
    <Panel title={moderation === 'pending' ? 'Why it waits' : 'Why buyers don’t see it'}>
      <div className="flex flex-col gap-2 text-sm">
        {moderation === 'pending' && (
          <p>
            {describeCauses(product)}
            {since !== null && <span className="text-ink-soft"> · since {formatDateTime(since)}</span>}
          </p>
        )}
        {reason !== null && <p className="wrap-anywhere">{reason}</p>}
        {moderation === 'pending' &&
          (changes.length === 0 ? (
            <p className="text-ink-soft">Not listed before.</p>
          ) : (
            <ChangeList changes={changes} />
          ))}
      </div>
    </Panel>
  )
}

function Texts({ product: { pictures, summary, description, stones } }: { product: Product }) {
  return (
    <Panel title="Buyer view">
      <ul className="mb-3 flex flex-wrap gap-2">
        {pictures.map((picture, index) => (
          <li key={picture}>
            <a href={picture} target="_blank" rel="noopener noreferrer">
              <img
                src={picture}
                alt={`View ${index + 1}, in a new tab`}
                width={112}
                height={112}
                loading="lazy"
                className="size-28 rounded-sm bg-stone object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
      {pictures.length === 0 && <p className="mb-3 text-sm text-ink-soft">No pictures.</p>}
      <div className="flex flex-col gap-2 text-sm wrap-anywhere">
        {summary !== '' && <p className="font-semibold">{summary}</p>}
        <p className="whitespace-pre-line">{toPlainText(description) || 'No description.'}</p>
        {stones !== null && stones !== '' && <p>Stones: {stones}</p>}
      </div>
    </Panel>
  )
}

function Variants({ product: { variants } }: { product: Product }) {
  return (
    <Panel title="Variants" isFlush>
      <ul className="divide-y divide-line border-t border-line text-sm">
        {variants.map(({ sku, title, priceCents, stock }) => (
          <li key={`${sku} ${title}`} className="flex flex-wrap justify-between gap-x-4 px-4 py-2">
            <span>
              {title || 'Only variant'} <span className="text-xs text-ink-soft">{sku}</span>
            </span>
            <span className="tabular-nums">
              {formatMinor(priceCents, SHOP_CURRENCY)} · {stock} in stock
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const DECIDED = { approve: 'Approved', refuse: 'Refused', hide: 'Hidden', show: 'Shown again' } as const

function Facts({ product }: { product: Product }) {
  const { id, supplier, category, isListed, decisions } = product
  return (
    <div className="flex flex-col gap-4">
      <Panel title="Product">
        <div className="flex flex-col gap-1.5 text-sm wrap-anywhere">
          <Link href={supplierAddress(supplier.id)} className="text-link">
            {supplier.name}
          </Link>
          <p>{categoryLabel(category)}</p>
          {isListed && (
            <Link href={`/product/${encodeURIComponent(id)}`} className="text-link">
              View on marketplace
            </Link>
          )}
          <Link
            href={`${OPERATOR.products}?supplier=${encodeURIComponent(supplier.id)}`}
            className="text-link"
          >
            All products of this supplier
          </Link>
        </div>
      </Panel>
      <Panel title="Decisions">
        {decisions.length === 0 ? (
          <p className="text-sm text-ink-soft">No decisions yet.</p>
        ) : (
          <ol className="flex flex-col gap-3 text-sm">
            {decisions.map(({ decision, reason, by, at }) => (
              <li key={at} className="wrap-anywhere">
                <p className="font-semibold">
                  {DECIDED[decision]} by {by}
                </p>
                {reason !== '' && <p>{reason}</p>}
                <p className="text-xs text-ink-soft">{formatDateTime(at)}</p>
              </li>
            ))}
          </ol>
        )}
      </Panel>
    </div>
  )
}
