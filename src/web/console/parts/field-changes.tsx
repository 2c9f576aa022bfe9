import { useState } from 'react'

/** A field of a product before and after; null is empty. `variant` names the variant. */
export type FieldChange = Readonly<{
  field: string
  variant: string | null
  before: string | null
  after: string | null
}>

const SHOWN = 6

/** Renders a product's changed fields, before and after; a long list is collapsed at first. */
export function FieldChanges({ changes, isNew }: { changes: readonly FieldChange[]; isNew: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  if (changes.length === 0) return null
  const listed = changes.map((change, index) => ({ ...change, id: `change-${index}` }))
  const shown = isOpen ? listed : listed.slice(0, SHOWN)
  const rest = changes.length - shown.length
  return (
    <>
      <dl className="grid gap-y-1">
        {shown.map(({ id, field, variant, before, after }) => (
          <div key={id} className="flex flex-wrap gap-x-2">
            <dt className="text-ink-soft">
              {field}
              {variant !== null && ` (${variant})`}
            </dt>
            <dd className="min-w-0 wrap-anywhere">
              {isNew ? after : <Change before={before} after={after} />}
            </dd>
          </div>
        ))}
      </dl>
      {rest > 0 && (
        <button type="button" className="mt-1 min-h-8 text-link underline" onClick={() => setIsOpen(true)}>
          Show {rest} more
        </button>
      )}
    </>
  )
}

/** The maximum length for one line; longer texts are below each other. */
const SHORT = 40

function Change({ before, after }: Pick<FieldChange, 'before' | 'after'>) {
  const isShort = Math.max(before?.length ?? 0, after?.length ?? 0) <= SHORT
  return (
    <>
      <del className={`text-ink-soft ${isShort ? '' : 'block'}`}>
        <span className="sr-only">from </span>
        {before ?? 'empty'}
      </del>{' '}
      {isShort && <span aria-hidden="true">→ </span>}
      <ins className={`font-medium no-underline ${isShort ? '' : 'mt-0.5 block'}`}>
        <span className="sr-only">to </span>
        {after ?? 'empty'}
      </ins>
    </>
  )
}
