import { categoryLabel } from '#web/shared/product/category-names.ts'
import { ChevronDown, ChevronRight } from 'lucide'
import type { ReactNode } from 'react'
import type {
  ListedProductData,
  ListedVariantData,
} from '#features/catalogue/catalog/management/product-list/contract.ts'
import { formatMoment, formatNumber } from '#web/console/data/format.ts'
import { IconAction } from '#web/console/parts/button.tsx'
import type { DataColumn } from '#web/console/table/data-table.tsx'
import { DetailRow } from '#web/console/table/large/large-table-row.tsx'
import { Link } from '#web/ui/link.tsx'
import { productAddress } from '../../console/addresses.ts'
import { EditCell } from './edit-cell.tsx'
import { ProductMenu, ProductPicture, ProductStatus, VariantName } from './product-card.tsx'
import { countNoun, formatCents, formatRange, getStockTone, type VariantField } from './product-values.ts'

/** The actions of the table's rows. */
export type ProductRowActions = Readonly<{
  /** Whether the variants of a product are shown. */
  isExpanded: (id: string) => boolean
  onExpand: (id: string) => void
  onHistory: (product: ListedProductData) => void
}>

type ProductColumn = DataColumn<ListedProductData>

/** Returns the columns of the table of products. A product with a single variant is edited in its own row. */
export function createProductColumns(actions: ProductRowActions): readonly ProductColumn[] {
  return [
    {
      id: 'product',
      title: 'Product',
      cell: (product) => <ProductTitle product={product} actions={actions} />,
    },
    ...PLAIN_COLUMNS,
    {
      id: 'actions',
      title: '',
      width: 56,
      cell: (product) => <ProductMenu product={product} onHistory={actions.onHistory} />,
    },
  ]
}

const number = { isNumber: true, width: 160 } as const

/** The columns that can be hidden. */
export const PLAIN_COLUMNS: readonly ProductColumn[] = [
  {
    id: 'status',
    title: 'Status',
    width: 148,
    choice: 'shown',
    cell: (product) => <ProductStatus product={product} />,
  },
  {
    id: 'category',
    title: 'Category',
    width: 112,
    choice: 'shown',
    cell: ({ category }) => categoryLabel(category),
  },
  { id: 'sku', title: 'SKU', width: 160, choice: 'hidden', cell: (product) => <Sku product={product} /> },
  {
    ...number,
    id: 'stock',
    title: 'Stock',
    width: 104,
    choice: 'shown',
    cell: (product) => <ValueCell product={product} field="stock" text={<StockText product={product} />} />,
  },
  {
    ...number,
    id: 'price',
    title: 'Price',
    choice: 'shown',
    cell: (product) => <ValueCell product={product} field="price" text={formatRange(product.prices)} />,
  },
  {
    ...number,
    id: 'wholesale',
    title: 'Wholesale',
    choice: 'shown',
    cell: (product) => (
      <ValueCell product={product} field="wholesale" text={formatRange(product.wholesalePrices)} />
    ),
  },
  {
    ...number,
    id: 'minimum_retail',
    title: 'Minimum retail',
    choice: 'hidden',
    cell: ({ minimumRetailPrices }) => formatRange(minimumRetailPrices),
  },
  {
    id: 'updated',
    title: 'Updated',
    width: 128,
    choice: 'shown',
    cell: ({ updatedAt }) => <span className="whitespace-nowrap">{formatMoment(updatedAt)}</span>,
  },
  {
    id: 'created',
    title: 'Added',
    width: 128,
    choice: 'hidden',
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatMoment(createdAt)}</span>,
  },
]

function Sku({ product: { variants } }: { product: ListedProductData }) {
  const [first, ...others] = variants
  return (
    <span className="block truncate">
      {first?.sku}
      {others.length > 0 && <span className="text-ink-soft"> +{others.length}</span>}
    </span>
  )
}

/** Renders the rows of a product's variants, below the columns of the table above. */
export function VariantRows(props: { product: ListedProductData; columns: readonly ProductColumn[] }) {
  const { product, columns } = props
  return product.variants.map((variant) => (
    <DetailRow
      key={variant.id}
      columns={columns}
      getContent={(column) => showVariant(column, { product, variant })}
    />
  ))
}

/** Returns the content of a variant in a column; nothing in columns that are about the product. */
function showVariant(
  column: string,
  { product, variant }: Readonly<{ product: ListedProductData; variant: ListedVariantData }>,
): ReactNode {
  switch (column) {
    case 'product':
      return (
        <span className="block truncate ps-20">
          <VariantName variant={variant} />
        </span>
      )
    case 'stock':
    case 'price':
    case 'wholesale':
      return <EditCell product={product} variant={variant} field={column} />
    case 'sku':
      return variant.sku
    case 'minimum_retail':
      return variant.minimumRetailCents === null ? null : formatCents(variant.minimumRetailCents)
    default:
      return null
  }
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
        <Link href={productAddress(id)} className="block truncate font-semibold hover:underline">
          {title}
        </Link>
        <span className="secondary block truncate text-xs text-ink-soft">{describeVariants(product)}</span>
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

function ValueCell(props: { product: ListedProductData; field: VariantField; text: React.ReactNode }) {
  const { product, field, text } = props
  const [only, ...others] = product.variants
  if (only && others.length === 0) return <EditCell product={product} variant={only} field={field} />
  return <span className="whitespace-nowrap">{text}</span>
}

function StockText({ product: { stock, variants } }: { product: ListedProductData }) {
  const soldOut = variants.filter((variant) => variant.stock === 0).length
  return (
    <span className={getStockTone(stock) === 'enough' ? '' : 'font-semibold'}>
      {formatNumber(stock)}
      {soldOut > 0 && stock > 0 && (
        <span className="secondary block text-xs font-normal text-danger">{soldOut} sold out</span>
      )}
    </span>
  )
}
