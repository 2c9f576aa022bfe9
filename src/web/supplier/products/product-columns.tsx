import { ChevronDown, ChevronRight, Ellipsis, ExternalLink, History, Pencil } from 'lucide'
import type {
  ListedProductData,
  ListedVariantData,
} from '#features/catalogue/catalog/product-list/contract.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { formatMoment } from '#web/console/data/format.ts'
import { IconAction } from '#web/console/parts/button.tsx'
import { Menu, MenuItem } from '#web/console/parts/menu.tsx'
import { Status } from '#web/console/parts/status.tsx'
import type { DataColumn } from '#web/console/table/data-table.tsx'
import { PLACEHOLDER_PICTURE } from '#web/shared/product/picture-sources.ts'
import { Link } from '#web/ui/link.tsx'
import { productAddress } from '../console/addresses.ts'
import { EditCell } from './edit-cell.tsx'
import {
  countNoun,
  formatCents,
  formatRange,
  getProductStatus,
  getStockTone,
  type VariantField,
} from './product-values.ts'

/** What the rows of the table can do. */
export type ProductRowActions = Readonly<{
  /** Whether the variants of a product are shown. */
  isExpanded: (id: string) => boolean
  onExpand: (id: string) => void
  onHistory: (product: ListedProductData) => void
}>

/** Returns the columns of the table of products; the values of an only variant are edited in its product's row. */
export function createProductColumns(actions: ProductRowActions): readonly DataColumn<ListedProductData>[] {
  return [
    {
      id: 'product',
      title: 'Product',
      cell: (product) => <ProductTitle product={product} actions={actions} />,
    },
    { id: 'status', title: 'Status', cell: (product) => <ProductStatus product={product} /> },
    { id: 'category', title: 'Category', className: 'max-xl:hidden', cell: ({ category }) => category },
    {
      id: 'stock',
      title: 'Stock',
      isNumber: true,
      cell: (product) => <ValueCell product={product} field="stock" text={<StockText product={product} />} />,
    },
    {
      id: 'price',
      title: 'Price',
      isNumber: true,
      cell: (product) => <ValueCell product={product} field="price" text={formatRange(product.prices)} />,
    },
    {
      id: 'wholesale',
      title: 'Wholesale',
      isNumber: true,
      cell: (product) => (
        <ValueCell product={product} field="wholesale" text={formatRange(product.wholesalePrices)} />
      ),
    },
    {
      id: 'updated',
      title: 'Updated',
      className: 'max-lg:hidden',
      cell: ({ updatedAt }) => <span className="whitespace-nowrap">{formatMoment(updatedAt)}</span>,
    },
    {
      id: 'actions',
      title: '',
      cell: (product) => <ProductMenu product={product} onHistory={actions.onHistory} />,
    },
  ]
}

/** A variant has no value of its own in these columns. */
const NOTHING = null

/** The rows of a product's variants, below the columns of the table above. */
export function VariantRows({ product }: { product: ListedProductData }) {
  return product.variants.map((variant) => (
    <tr key={variant.id}>
      <td colSpan={3} className="ps-28!">
        <VariantName variant={variant} />
      </td>
      <td className="max-xl:hidden">{NOTHING}</td>
      {(['stock', 'price', 'wholesale'] as const).map((field) => (
        <td key={field} className="number">
          <EditCell product={product} variant={variant} field={field} />
        </td>
      ))}
      <td className="max-lg:hidden">{NOTHING}</td>
      <td>{NOTHING}</td>
    </tr>
  ))
}

function VariantName({ variant: { title, sku, offerCents } }: { variant: ListedVariantData }) {
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

function ProductTitle({ product, actions }: { product: ListedProductData; actions: ProductRowActions }) {
  const { id, title, variants } = product
  const isExpanded = actions.isExpanded(id)
  return (
    <span className="flex items-center gap-2.5">
      {variants.length > 1 ? (
        <IconAction
          label={`${isExpanded ? 'Hide' : 'Show'} the variants of ${title}`}
          icon={isExpanded ? ChevronDown : ChevronRight}
          aria-expanded={isExpanded}
          onClick={() => actions.onExpand(id)}
          className="-ms-2 size-8!"
        />
      ) : (
        <span className="-ms-2 size-8 shrink-0" />
      )}
      <ProductPicture product={product} />
      <span className="min-w-0">
        <Link href={productAddress(id)} className="block max-w-72 truncate font-semibold hover:underline">
          {title}
        </Link>
        <span className="block max-w-72 truncate text-xs text-ink-soft">{describeVariants(product)}</span>
      </span>
    </span>
  )
}

function describeVariants({ variants, withoutWholesale }: ListedProductData): string {
  const [only] = variants
  if (variants.length === 1) return only?.sku ?? ''
  const missing = withoutWholesale > 0 && withoutWholesale < variants.length
  return `${countNoun(variants.length, 'variant')}${missing ? ` · ${withoutWholesale} without wholesale price` : ''}`
}

function ProductPicture({ product: { picture } }: { product: ListedProductData }) {
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

function ProductStatus({ product }: { product: ListedProductData }) {
  const { label, tone } = getProductStatus(product)
  return <Status tone={tone}>{label}</Status>
}

function ValueCell(props: { product: ListedProductData; field: VariantField; text: React.ReactNode }) {
  const { product, field, text } = props
  const [only, ...others] = product.variants
  if (only && others.length === 0) return <EditCell product={product} variant={only} field={field} />
  return <span className="px-2 whitespace-nowrap">{text}</span>
}

function StockText({ product: { stock, variants } }: { product: ListedProductData }) {
  const soldOut = variants.filter((variant) => variant.stock === 0).length
  return (
    <span className={getStockTone(stock) === 'enough' ? '' : 'font-semibold'}>
      {stock.toLocaleString('en-US')}
      {soldOut > 0 && stock > 0 && (
        <span className="block text-xs font-normal text-danger">{soldOut} sold out</span>
      )}
    </span>
  )
}

function ProductMenu(props: { product: ListedProductData; onHistory: (product: ListedProductData) => void }) {
  const { product, onHistory } = props
  const go = useNavigateTo()
  return (
    <Menu
      trigger={<IconAction label={`More actions for ${product.title}`} icon={Ellipsis} className="size-8!" />}
    >
      <MenuItem icon={Pencil} onSelect={() => void go(productAddress(product.id))}>
        Edit product
      </MenuItem>
      <MenuItem icon={History} onSelect={() => onHistory(product)}>
        Price and stock history
      </MenuItem>
      {product.isListed && (
        <MenuItem icon={ExternalLink} onSelect={() => void go(`/product/${product.id}`)}>
          View in the marketplace
        </MenuItem>
      )}
    </Menu>
  )
}

/** A product on a phone: what there is of it, what it costs, and its variants to be edited. */
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
            {stock === 0 ? 'Sold out' : `${stock.toLocaleString('en-US')} in stock`} · {formatRange(prices)}
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
