import type {
  ListedProductData,
  ListedVariantData,
} from '#features/catalogue/catalog/management/product-list/contract.ts'
import { formatNumber } from '#web/console/data/format.ts'
import { LazyMenu, RowMenuButton } from '#web/console/parts/lazy-menu.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { PLACEHOLDER_PICTURE } from '#web/shared/product/picture-sources.ts'
import { Link } from '#web/ui/link.tsx'
import { productAddress } from '../../console/addresses.ts'
import { EditCell } from './edit-cell.tsx'
import { countNoun, formatCents, formatRange, getProductStatus } from './product-values.ts'

/** Renders a variant's name, its SKU, and its lower price where it has one. */
export function VariantName({ variant: { title, sku, offerCents } }: { variant: ListedVariantData }) {
  return (
    <>
      <span className="font-medium">{title || 'Single variant'}</span>
      <span className="ms-2 text-xs text-ink-soft">{sku}</span>
      {offerCents !== null && (
        <span className="block text-xs text-ink-soft">On sale for {formatCents(offerCents)}</span>
      )}
    </>
  )
}

/** Renders the first picture of a product. */
export function ProductPicture({ product: { picture } }: { product: ListedProductData }) {
  return (
    <img
      src={picture ?? PLACEHOLDER_PICTURE}
      alt=""
      width={36}
      height={36}
      loading="lazy"
      decoding="async"
      className="size-9 shrink-0 rounded-sm bg-stone object-cover"
    />
  )
}

/** Renders the status of a product. */
export function ProductStatus({ product }: { product: ListedProductData }) {
  const { label, tone } = getProductStatus(product)
  return <Status tone={tone}>{label}</Status>
}

const Menu = lazyComponent(async () => (await import('./product-menu.tsx')).ProductMenu)

/** Renders the button of a product's menu. */
export function ProductMenu(props: {
  product: ListedProductData
  onHistory: (product: ListedProductData) => void
}) {
  const label = `More actions for ${props.product.title}`
  return (
    <LazyMenu button={(request) => <RowMenuButton label={label} {...request} />}>
      <Menu {...props} label={label} />
    </LazyMenu>
  )
}

/** Renders the card of a product on a phone: stock, price, and editable variants. */
export function ProductCard(props: {
  product: ListedProductData
  onHistory: (product: ListedProductData) => void
}) {
  const { product, onHistory } = props
  const { id, title, stock, prices, variants } = product
  return (
    <>
      <div className="flex items-start gap-3">
        <ProductPicture product={product} />
        <div className="min-w-0 flex-1">
          <Link href={productAddress(id)} className="block truncate text-sm font-semibold">
            {title}
          </Link>
          <p className="truncate text-xs text-ink-soft tabular-nums">
            {stock === 0 ? 'Sold out' : `${formatNumber(stock)} in stock`} · {formatRange(prices)}
          </p>
        </div>
        <ProductMenu product={product} onHistory={onHistory} />
      </div>
      <details className="group mt-1">
        <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 text-xs">
          <ProductStatus product={product} />
          <span className="text-ink-soft underline underline-offset-4">
            {variants.length === 1 ? 'Price and stock' : countNoun(variants.length, 'variant')}
          </span>
        </summary>
        <ul className="mt-1 flex flex-col gap-3">
          {variants.map((variant) => (
            <VariantCard key={variant.id} product={product} variant={variant} />
          ))}
        </ul>
      </details>
    </>
  )
}

const CARD_FIELDS = [
  ['stock', 'Stock'],
  ['price', 'Price'],
  ['wholesale', 'Wholesale'],
] as const

function VariantCard({ product, variant }: { product: ListedProductData; variant: ListedVariantData }) {
  return (
    <li className="text-sm">
      <VariantName variant={variant} />
      <dl className="mt-1 grid grid-cols-3 gap-2">
        {CARD_FIELDS.map(([field, label]) => (
          <div key={field} className="min-w-0">
            <dt className="text-xs text-ink-soft">{label}</dt>
            <dd className="*:w-full">
              <EditCell product={product} variant={variant} field={field} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
