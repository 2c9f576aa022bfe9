import { describeChange, type ListedProduct } from './product-texts.ts'

/** Renders the changes of a product since it was last listed, field by field. */
export function ChangeList({ changes }: Pick<ListedProduct, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <ul aria-label="Changes" className="flex flex-col gap-1 text-xs">
      {changes.map((change) => {
        const { label, before, after } = describeChange(change)
        return (
          <li key={change.field} className="wrap-anywhere">
            <span className="font-semibold">{label}:</span>{' '}
            <del className="line-clamp-3 inline text-danger">{before}</del>{' '}
            <ins className="text-accent-deep no-underline">{after}</ins>
          </li>
        )
      })}
    </ul>
  )
}
