import type { ReactNode } from 'react'
import { PLACEHOLDER_PICTURE } from '#web/shared/product/picture-sources.ts'

/** Renders a titled table with the columns of the last step; `empty` is shown if there are no rows. */
export function TableFrame(props: {
  title: string
  isEmpty: boolean
  empty: ReactNode
  children: ReactNode
}) {
  const { title, isEmpty, empty, children } = props
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="text-lg">{title}</h3>
      <div className="mt-3 overflow-x-auto rounded-md border border-line bg-sheet">
        <table className="w-full text-left text-sm">
          <thead className="text-xs text-ink-soft max-sm:sr-only">
            <tr className="border-b border-line">
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className="px-4 py-3 font-medium last:text-end">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {isEmpty ? (
              <tr>
                <td colSpan={COLUMNS.length} className="px-4 py-8 text-ink-soft">
                  {empty}
                </td>
              </tr>
            ) : (
              children
            )}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const COLUMNS = ['Image', 'Name', 'Price', 'Quantity', 'Action']

/** Renders a table row, which is shown as a card on phones. */
export function TableRow(props: {
  image: string | undefined
  /** The alternative text of the picture. */
  label: string
  name: ReactNode
  note: ReactNode
  price: string
  /** Null if in stock without a count. */
  quantity: number | null
  children: ReactNode
}) {
  const { image, label, name, note, price, quantity, children } = props
  return (
    <tr className="border-b border-line last:border-b-0 max-sm:grid max-sm:grid-cols-[4.5rem_1fr_auto] max-sm:gap-x-3 max-sm:p-3">
      <td className="p-0 max-sm:row-span-2 sm:w-24 sm:px-4 sm:py-3">
        <img
          src={image ?? PLACEHOLDER_PICTURE}
          alt={label}
          width={64}
          height={64}
          loading="lazy"
          className="size-16 rounded-sm bg-stone object-cover"
        />
      </td>
      <th scope="row" className="font-normal wrap-anywhere max-sm:col-span-2 max-sm:pb-2 sm:px-4 sm:py-3">
        <span className="block">{name}</span>
        <span className="mt-1 block">{note}</span>
      </th>
      <td className="tabular-nums sm:px-4 sm:py-3">{price}</td>
      <td className="tabular-nums sm:px-4 sm:py-3">
        {quantity === null ? (
          'In stock'
        ) : (
          <>
            {quantity}
            <span className="text-ink-soft sm:sr-only"> available</span>
          </>
        )}
      </td>
      <td className="max-sm:col-span-3 sm:px-4 sm:py-3">
        <div className="flex flex-wrap justify-end gap-x-1">{children}</div>
      </td>
    </tr>
  )
}
