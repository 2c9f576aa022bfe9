import type { ReactNode } from 'react'
import type { SelectableProduct } from './selectable-product.ts'
import { SelectionRow } from './selection-row.tsx'
import type { Selection } from './use-selection.ts'

/** The context of every row of a table: the selection, and the currency of the vendor's store. */
export type SelectionTableContext = Readonly<{ selection: Selection; currency: string }>

const COLUMNS = ['Select', 'Image', 'Name', 'Price', 'Quantity', 'Action'] as const

/**
 * Renders a table of selectable products with costs, stock and actions (VONB-07). On phones each row is a card. Its
 * cells have explicit roles, as some browsers drop table semantics in such a layout.
 */
export function SelectionTable(props: {
  caption: ReactNode
  products: readonly SelectableProduct[]
  setting: SelectionTableContext
}) {
  const { caption, products, setting } = props
  return (
    <table className="product-table">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {column === 'Select' ? <span className="sr-only">{column}</span> : column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {products.map((product) => (
          <SelectionRow key={product.id} product={product} setting={setting} />
        ))}
      </tbody>
    </table>
  )
}
