import type { ProductEditData } from '#features/catalogue/catalog/management/product-edits/contract.ts'
import { countNoun, formatValue } from './product-values.ts'

/** Renders the changes of a bulk edit as figures and row by row, refused rows first. */
export function EditPreview({ edit, vendors }: { edit: ProductEditData; vendors: number }) {
  const { field, rows } = edit
  const missing = edit.changes + edit.refused - rows.length
  const sorted = [
    ...rows.filter(({ problem }) => problem !== null),
    ...rows.filter(({ problem }) => problem === null),
  ]
  return (
    <>
      <p className="text-sm">{describeEdit(edit, vendors)}</p>
      {rows.length > 0 && (
        <div className="max-h-80 overflow-auto rounded-md border border-line">
          <table aria-label="Changes" className="console-table">
            <thead>
              <tr>
                <th scope="col">Product</th>
                <th scope="col" className="number">
                  Now
                </th>
                <th scope="col" className="number">
                  New
                </th>
              </tr>
            </thead>
            <tbody>
              {sorted.map((row) => (
                <tr key={`${row.productId} ${row.variantId}`}>
                  <td>
                    <span className="font-medium wrap-anywhere">{row.title}</span>
                    <span className="block text-xs text-ink-soft">
                      {[row.variant, row.sku].filter(Boolean).join(' · ')}
                    </span>
                    {row.problem !== null && <span className="block text-xs text-danger">{row.problem}</span>}
                  </td>
                  <td className="number whitespace-nowrap">{formatValue(field, row.before)}</td>
                  <td className="number font-semibold whitespace-nowrap">
                    {row.problem === null ? formatValue(field, row.after) : 'Unchanged'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {missing > 0 && <p className="text-xs text-ink-soft">And {countNoun(missing, 'more row')}.</p>}
    </>
  )
}

function describeEdit({ field, products, changes, refused, unchanged }: ProductEditData, vendors: number) {
  const changed =
    field === 'status'
      ? `${countNoun(products, 'product')} will change.`
      : `${countNoun(changes, 'variant')} of ${countNoun(products, 'product')} will change.`
  return [
    changed,
    refused > 0 && `${countNoun(refused, 'row')} can’t be changed.`,
    unchanged > 0 && `${countNoun(unchanged, 'row')} already ${unchanged === 1 ? 'has' : 'have'} this value.`,
    vendors > 0 &&
      `${countNoun(vendors, 'vendor')} sell${vendors === 1 ? 's' : ''} products of this selection.`,
  ]
    .filter(Boolean)
    .join(' ')
}
