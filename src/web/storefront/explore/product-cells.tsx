import { memo } from 'react'
import type { ProductCardData } from '#features/catalogue/catalog/contract.ts'
import { ProductCard } from '#web/shared/product/product-card.tsx'
import { Button } from '#web/ui/button.tsx'
import type { CellPosition } from './list-view.ts'

/**
 * One place of the list, counted from 0: its card, or the shape of one that is on its way. Where the cells follow each
 * other, as the server draws them, it is given no `top`.
 */
export const ProductCell = memo(function ProductCell(
  props: {
    index: number
    total: number
    product: ProductCardData | undefined
    isEager: boolean
  } & Partial<CellPosition>,
) {
  const { index, total, product, isEager, row, top, column = 0, columns = 1 } = props
  const start = `calc(${column} * (100% + var(--gap-x)) / ${columns})`
  return (
    <li
      aria-posinset={index + 1}
      aria-setsize={total}
      data-row={row}
      // Its shape is drawn by the style sheet: fast scrolling shows hundreds of them.
      className={product ? undefined : 'coming'}
      style={top === undefined ? undefined : { top, insetInlineStart: start }}
    >
      {/* Another product at this place is another card: it does not take over the chosen quantity. */}
      {product ? (
        <ProductCard key={product.id} product={product} eager={isEager} />
      ) : (
        <span className="sr-only">Loading</span>
      )}
    </li>
  )
})

/** A row whose products could not be had, over the whole width. */
export function FailedProductRow(props: {
  place: CellPosition
  products: readonly number[]
  total: number
  retry: () => void
}) {
  const { place, products, total, retry } = props
  const first = (products[0] ?? 0) + 1
  const last = first + products.length - 1
  return (
    <li
      aria-posinset={first}
      aria-setsize={total}
      data-row={place.row}
      className="failed-row"
      style={{ top: place.top }}
    >
      <p>{`We couldn’t load products ${first.toLocaleString('en-US')} to ${last.toLocaleString('en-US')}.`}</p>
      <Button look="outline" size="sm" onClick={retry}>
        Try again
      </Button>
    </li>
  )
}

/** A card without content, each of its parts as tall as in any other: what the height of all rows is measured by. */
export function EmptyCard() {
  return (
    <div className="card">
      <span className="card-picture" />
      <div className="card-texts">
        <span className="card-supplier" />
        <span className="card-name" />
        <span className="card-rating" />
        <span className="card-price" />
      </div>
      <div className="card-controls" />
    </div>
  )
}
