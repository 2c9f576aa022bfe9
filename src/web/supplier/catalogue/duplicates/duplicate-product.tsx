import { formatDay } from '#web/console/data/format.ts'
import { Status, type StatusTone } from '#web/console/parts/status.tsx'
import { Link } from '#web/ui/link.tsx'
import { productAddress } from '../../console/addresses.ts'
import { formatCents } from '../products/product-values.ts'
import { compareFacts, type DuplicateProduct } from './duplicate-texts.ts'

/** The most variants that are shown; the others are counted. */
const MAX_SHOWN = 5

const STATUSES: Readonly<Record<DuplicateProduct['status'], readonly [string, StatusTone]>> = {
  active: ['Active', 'good'],
  draft: ['Draft', 'plain'],
  archived: ['Archived', 'plain'],
}

/** Renders one product of a pair, with differences in bold. */
export function DuplicateProductView({
  product,
  other,
}: {
  product: DuplicateProduct
  other: DuplicateProduct
}) {
  const [label, tone] = STATUSES[product.status]
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <Picture src={product.picture} />
        <div className="min-w-0 flex-1">
          <Link href={productAddress(product.id)} className="font-semibold wrap-anywhere hover:underline">
            {product.title}
          </Link>
          <p className="mt-0.5 text-xs text-ink-soft">
            Added {formatDay(product.createdAt)}
            {product.isSynced && ' · From your connected store'}
          </p>
          <p className="mt-1.5">
            <Status tone={tone}>{label}</Status>
          </p>
        </div>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {compareFacts(product, other).map(({ label: name, value, isDifferent }) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className={`wrap-anywhere ${isDifferent ? 'font-semibold' : ''}`}>{value}</dd>
          </div>
        ))}
      </dl>
      <Variants product={product} />
    </div>
  )
}

function Picture({ src }: { src: string | null }) {
  if (src === null)
    return (
      <span className="grid size-20 shrink-0 place-items-center rounded-md bg-mist text-xs text-ink-soft">
        No picture
      </span>
    )
  return <img src={src} alt="" width={80} height={80} className="size-20 shrink-0 rounded-md object-cover" />
}

function Variants({ product: { title, variants } }: { product: DuplicateProduct }) {
  const hidden = variants.length - MAX_SHOWN
  return (
    <div className="text-sm">
      <ul aria-label={`Variants of ${title}`} className="divide-y divide-line border-y border-line">
        {variants.slice(0, MAX_SHOWN).map(({ id, sku, title: options, priceCents, stock }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-3 py-1.5">
            <span className="min-w-0 wrap-anywhere">
              {options || sku}
              {options && <span className="ms-2 text-xs text-ink-soft">{sku}</span>}
            </span>
            <span className="text-ink-soft tabular-nums">
              {formatCents(priceCents)} · {stock} in stock
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="pt-1.5 text-xs text-ink-soft">and {hidden} more</p>}
      {variants.length === 0 && <p className="text-xs text-ink-soft">No variants left</p>}
    </div>
  )
}
