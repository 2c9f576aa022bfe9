import { type KeyboardEvent, useRef, useState } from 'react'
import type {
  ListedProductData,
  ListedVariantData,
} from '#features/catalogue/catalog/management/product-list/contract.ts'
import {
  FIELD_LABELS,
  formatValue,
  getStockTone,
  parseValue,
  toTyped,
  type VariantField,
} from './product-values.ts'
import { useVariantEdit, type VariantEdit } from './use-variant-edit.ts'

type EditCellProps = Readonly<{
  product: ListedProductData
  variant: ListedVariantData
  field: VariantField
}>

/** Renders a variant's value that is edited in place. Enter and blur save it, Escape restores it. */
export function EditCell({ product, variant, field }: EditCellProps) {
  const [isEditing, setIsEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const value = readValue(variant, field)
  const name = `${FIELD_LABELS[field]} of ${[product.title, variant.title].filter(Boolean).join(', ')}`

  function close({ isLeaving }: { isLeaving: boolean }): void {
    setIsEditing(false)
    if (!isLeaving) requestAnimationFrame(() => button.current?.focus())
  }

  if (isEditing)
    return (
      <ValueInput
        name={name}
        edit={{ productId: product.id, variantId: variant.id, field, before: value }}
        onClose={close}
      />
    )
  return (
    <button
      ref={button}
      type="button"
      aria-label={`${name}: ${formatValue(field, value)}. Edit`}
      onClick={() => setIsEditing(true)}
      className={`inline-flex min-h-8 min-w-16 md:-me-2 items-center justify-end rounded-sm border border-transparent px-2 tabular-nums hover:border-line-strong hover:bg-sheet max-md:min-h-11 max-md:border-line ${
        field === 'stock' ? STOCK_CLASSES[getStockTone(variant.stock)] : ''
      }`}
    >
      {formatValue(field, value)}
    </button>
  )
}

function ValueInput(props: {
  name: string
  edit: Omit<VariantEdit, 'after'>
  onClose: (how: { isLeaving: boolean }) => void
}) {
  const { name, edit, onClose } = props
  const { field, before: value } = edit
  const save = useVariantEdit()
  const [typed, setTyped] = useState(() => toTyped(field, value))
  // Prevents the blur of the removed input from saving again.
  const isDone = useRef(false)
  const parsed = parseValue(field, typed)
  const problem = 'problem' in parsed ? parsed.problem : undefined

  function finish({ isLeaving, isAccepted }: { isLeaving: boolean; isAccepted: boolean }): void {
    if (isDone.current || (isAccepted && !isLeaving && problem !== undefined)) return
    isDone.current = true
    if (isAccepted && 'value' in parsed && parsed.value !== value) save({ ...edit, after: parsed.value })
    onClose({ isLeaving })
  }

  function press(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    finish({ isLeaving: false, isAccepted: event.key === 'Enter' })
  }

  return (
    <span className="relative inline-block">
      <input
        ref={focusField}
        aria-label={name}
        aria-invalid={problem !== undefined || undefined}
        inputMode={field === 'stock' ? 'numeric' : 'decimal'}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={press}
        onBlur={() => finish({ isLeaving: true, isAccepted: true })}
        className="h-8 w-24 rounded-sm border border-accent bg-sheet px-2 text-end tabular-nums aria-invalid:border-danger max-md:h-11 max-md:w-full max-md:text-base"
      />
      {problem !== undefined && (
        <span
          role="alert"
          className="absolute end-0 top-full z-10 mt-1 w-max max-w-56 rounded-sm bg-danger-mist px-2 py-1 text-xs text-danger"
        >
          {problem}
        </span>
      )}
    </span>
  )
}

/** Focuses the input and selects its text when it appears, so that the user can type at once. */
function focusField(input: HTMLInputElement | null): void {
  input?.focus()
  input?.select()
}

const STOCK_CLASSES = { none: 'font-semibold text-danger', low: 'font-semibold text-(--amber)', enough: '' }

function readValue(variant: ListedVariantData, field: VariantField): number | null {
  if (field === 'wholesale') return variant.wholesaleCents
  return field === 'price' ? variant.priceCents : variant.stock
}
