import { SHOP_CURRENCY } from '#core/money.ts'
import { formatDateTime, formatNumber } from '#web/console/data/format.ts'
import { Status } from '#web/console/parts/status.tsx'
import type { DataColumn } from '#web/console/table/data-table.tsx'
import { Link } from '#web/ui/link.tsx'
import { productAddress, supplierAddress } from '../console/addresses.ts'
import { ChangeList } from './change-list.tsx'
import { formatMinor } from '../money/format-minor.ts'
import { describeCauses, describeState, type ListedProduct } from './product-texts.ts'

/** Renders the state of a product as a coloured label. */
export function ProductState({ product }: { product: ListedProduct }) {
  const { label, tone } = describeState(product)
  return <Status tone={tone}>{label}</Status>
}

function Picture({ picture }: Pick<ListedProduct, 'picture'>) {
  if (picture === null) return <span className="size-10 shrink-0 rounded-sm bg-stone" />
  return (
    <img
      src={picture}
      alt=""
      width={40}
      height={40}
      loading="lazy"
      decoding="async"
      className="size-10 shrink-0 rounded-sm bg-stone object-cover"
    />
  )
}

/** Renders why a product needs a review, with its changes, or why it was refused or hidden. */
function Causes({ product }: { product: ListedProduct }) {
  const { moderation, reason, since, changes } = product
  if (moderation === 'approved') return null
  return (
    <div className="flex max-w-sm flex-col gap-1 py-1 text-xs whitespace-normal">
      {moderation === 'pending' && (
        <p className="text-ink-soft">
          {describeCauses(product)}
          {since !== null && ` · since ${formatDateTime(since)}`}
        </p>
      )}
      {reason !== null && <p className="wrap-anywhere text-ink-soft">Reason: {reason}</p>}
      {moderation === 'pending' && <ChangeList changes={changes} />}
    </div>
  )
}

/** The columns of products for operators. */
export const PRODUCT_COLUMNS: readonly DataColumn<ListedProduct>[] = [
  {
    id: 'product',
    title: 'Product',
    cell: ({ id, name, sku, picture }) => (
      <span className="flex items-center gap-3">
        <Picture picture={picture} />
        <span className="min-w-0">
          <Link href={productAddress(id)} className="block max-w-64 truncate font-semibold hover:underline">
            {name}
          </Link>
          <span className="block text-xs text-ink-soft">{sku}</span>
        </span>
      </span>
    ),
  },
  {
    id: 'supplier',
    title: 'Supplier',
    cell: ({ supplier }) => (
      <Link href={supplierAddress(supplier.id)} className="text-link block max-w-40 truncate">
        {supplier.name}
      </Link>
    ),
  },
  { id: 'state', title: 'State', cell: (product) => <ProductState product={product} /> },
  { id: 'causes', title: 'Why', cell: (product) => <Causes product={product} /> },
  {
    id: 'price',
    title: 'Price',
    isNumber: true,
    cell: ({ priceCents }) => formatMinor(priceCents, SHOP_CURRENCY),
  },
  { id: 'stock', title: 'Stock', isNumber: true, cell: ({ stock }) => formatNumber(stock) },
]

/** Renders the card of a product on a phone. */
export function ProductCard({ product }: { product: ListedProduct }) {
  const { id, name, supplier, picture, priceCents } = product
  return (
    <div className="relative flex gap-3 text-sm">
      <Picture picture={picture} />
      <div className="min-w-0 flex-1">
        <Link href={productAddress(id)} className="font-semibold wrap-anywhere after:absolute after:inset-0">
          {name}
        </Link>
        <p className="text-xs text-ink-soft">
          {supplier.name} · {formatMinor(priceCents, SHOP_CURRENCY)}
        </p>
        <p className="mt-1.5">
          <ProductState product={product} />
        </p>
        <Causes product={product} />
      </div>
    </div>
  )
}
