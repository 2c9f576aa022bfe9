import { Plus, X } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import {
  VARIATION_LABELS,
  VARIATION_KINDS,
  type VariationKind,
  newVariant,
  type ProductForm,
  type VariantForm,
} from './product-form.ts'
import type { FieldErrors } from '#web/shared/loading/use-save-form.ts'
import { variantFieldName } from './product-input.ts'

const MAX_VARIANTS = 50

type VariationEditorProps = Readonly<{
  form: ProductForm
  change: (form: ProductForm) => void
  faults: FieldErrors
  /** Additional fields of each variant. */
  extra?: (variant: VariantForm, change: (variant: VariantForm) => void) => ReactNode
}>

/** Renders the options of a product, and its variations with their stock (MONB-12, MONB-24). */
export function VariationEditor({ form, change, faults, extra }: VariationEditorProps) {
  const { kinds, variants } = form
  const free = VARIATION_KINDS.filter((kind) => !kinds.includes(kind))
  const setKinds = (selectedKinds: readonly VariationKind[]) =>
    change({ ...form, kinds: VARIATION_KINDS.filter((kind) => selectedKinds.includes(kind)) })
  return (
    <div className="flex flex-col gap-5 border-t border-line pt-6 sm:col-span-2">
      <Select
        label="Select Variations"
        value=""
        hint="For several sizes, colours or materials."
        disabled={free.length === 0}
        onChange={({ target }) =>
          setKinds([...kinds, ...VARIATION_KINDS.filter((kind) => kind === target.value)])
        }
      >
        <option value="">{kinds.length === 0 ? 'No variations' : 'Add another'}</option>
        {free.map((kind) => (
          <option key={kind} value={kind}>
            {VARIATION_LABELS[kind]}
          </option>
        ))}
      </Select>
      {kinds.length > 0 && (
        <>
          <ul aria-label="Variation options" className="flex flex-wrap gap-2">
            {kinds.map((kind) => (
              <li key={kind}>
                <button
                  type="button"
                  aria-label={`Remove ${VARIATION_LABELS[kind]}`}
                  onClick={() => setKinds(kinds.filter((one) => one !== kind))}
                  className="inline-flex min-h-9 items-center gap-2 rounded-full border border-line-strong px-4 text-sm hover:border-ink"
                >
                  {VARIATION_LABELS[kind]}
                  <Icon shapes={X} aria-hidden="true" className="size-4" strokeWidth={1.5} />
                </button>
              </li>
            ))}
          </ul>
          <Variants form={form} change={change} faults={faults} {...(extra ? { extra } : {})} />
          <p role="alert" className="text-xs text-danger">
            {faults['variants']}
          </p>
          <Button
            size="sm"
            variant="outline"
            className="self-start"
            disabled={variants.length >= MAX_VARIANTS}
            onClick={() => change({ ...form, variants: [...variants, newVariant()] })}
          >
            <Icon shapes={Plus} aria-hidden="true" className="size-4" strokeWidth={1.5} />
            Add a variation
          </Button>
        </>
      )}
    </div>
  )
}

function Variants({ form, change, faults, extra }: VariationEditorProps) {
  const { variants } = form
  return (
    <ol aria-label="Variations" className="flex flex-col gap-4">
      {variants.map((variant, index) => (
        <li key={variant.key}>
          <VariantRow
            form={form}
            variant={variant}
            place={index + 1}
            faults={faults}
            extra={extra}
            change={(changed) =>
              change({ ...form, variants: variants.map((one) => (one === variant ? changed : one)) })
            }
            onRemove={
              variants.length > 1
                ? () => change({ ...form, variants: variants.filter((one) => one !== variant) })
                : undefined
            }
          />
        </li>
      ))}
    </ol>
  )
}

const THREE_COLUMNS = 'grid grid-cols-2 gap-3 sm:grid-cols-3'

function RemoveButton({ place, onRemove }: { place: number; onRemove: () => void }) {
  return (
    <Button
      size="sm"
      variant="quiet"
      aria-label={`Remove variation ${place}`}
      className="mt-2 -ml-4"
      onClick={onRemove}
    >
      Remove
    </Button>
  )
}

type VariantRowProps = Readonly<{
  form: ProductForm
  variant: VariantForm
  place: number
  faults: FieldErrors
  change: (variant: VariantForm) => void
  onRemove: (() => void) | undefined
  extra: VariationEditorProps['extra'] | undefined
}>

function VariantPrices({ form, variant, faults, change }: VariantRowProps) {
  const price = variantFieldName(variant, 'price', form.kinds)
  const wholesale = variantFieldName(variant, 'wholesale', form.kinds)
  return (
    <>
      <Field
        name={price}
        label="Price, if different"
        inputMode="decimal"
        maxLength={16}
        autoComplete="off"
        placeholder={form.price}
        value={variant.price}
        error={faults[price]}
        onChange={({ target }) => change({ ...variant, price: target.value })}
      />
      <Field
        name={wholesale}
        label="Wholesale price"
        inputMode="decimal"
        maxLength={16}
        autoComplete="off"
        value={variant.wholesale}
        error={faults[wholesale]}
        onChange={({ target }) => change({ ...variant, wholesale: target.value })}
      />
    </>
  )
}

function VariantRow(props: VariantRowProps) {
  const { form, variant, place, faults, change, onRemove, extra } = props
  const quantity = variantFieldName(variant, 'quantity', form.kinds)
  return (
    <fieldset className="rounded-md border border-line bg-sheet p-4">
      <legend className="sr-only">Variation {place}</legend>
      <div className={form.kinds.length === 2 ? 'grid grid-cols-2 gap-3 sm:grid-cols-4' : THREE_COLUMNS}>
        {form.kinds.map((kind) => (
          <Field
            key={kind}
            label={VARIATION_LABELS[kind]}
            maxLength={60}
            autoComplete="off"
            value={variant[kind]}
            onChange={({ target }) => change({ ...variant, [kind]: target.value })}
          />
        ))}
        <Field
          name={quantity}
          label="Quantity"
          inputMode="numeric"
          maxLength={9}
          autoComplete="off"
          value={variant.quantity}
          error={faults[quantity]}
          onChange={({ target }) => change({ ...variant, quantity: target.value })}
        />
        <VariantPrices {...props} />
        {extra?.(variant, change)}
      </div>
      {onRemove && <RemoveButton place={place} onRemove={onRemove} />}
    </fieldset>
  )
}
