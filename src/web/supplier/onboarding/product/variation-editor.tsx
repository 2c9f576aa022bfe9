import { Plus, X } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import {
  KIND_LABELS,
  KINDS,
  type Kind,
  newVariant,
  type ProductForm,
  type VariantForm,
} from './product-form.ts'
import type { Faults } from '../store/store-form.ts'
import { fieldOf } from './written-product.ts'

const MOST = 50

type Editing = Readonly<{ form: ProductForm; change: (form: ProductForm) => void; faults: Faults }>

/** In what a piece varies, and its variations with what there is of each (MONB-12, MONB-24). */
export function VariationEditor({ form, change, faults }: Editing) {
  const { kinds, variants } = form
  const free = KINDS.filter((kind) => !kinds.includes(kind))
  const setKinds = (chosen: readonly Kind[]) =>
    change({ ...form, kinds: KINDS.filter((kind) => chosen.includes(kind)) })
  return (
    <div className="flex flex-col gap-5 border-t border-line pt-6 sm:col-span-2">
      <Select
        label="Select Variations"
        value=""
        hint="One piece in several sizes, colours or materials."
        disabled={free.length === 0}
        onChange={({ target }) => setKinds([...kinds, ...KINDS.filter((kind) => kind === target.value)])}
      >
        <option value="">{kinds.length === 0 ? 'No variations' : 'Add another'}</option>
        {free.map((kind) => (
          <option key={kind} value={kind}>
            {KIND_LABELS[kind]}
          </option>
        ))}
      </Select>
      {kinds.length > 0 && (
        <>
          <ul aria-label="The product varies in" className="flex flex-wrap gap-2">
            {kinds.map((kind) => (
              <li key={kind}>
                <button
                  type="button"
                  aria-label={`${KIND_LABELS[kind]}: no longer vary in it`}
                  onClick={() => setKinds(kinds.filter((one) => one !== kind))}
                  className="inline-flex min-h-9 items-center gap-2 rounded-full border border-line-strong px-4 text-sm hover:border-ink"
                >
                  {KIND_LABELS[kind]}
                  <Icon shapes={X} aria-hidden="true" className="size-4" strokeWidth={1.5} />
                </button>
              </li>
            ))}
          </ul>
          <Variants form={form} change={change} faults={faults} />
          <p role="alert" className="text-xs text-danger">
            {faults['variants']}
          </p>
          <Button
            size="sm"
            look="outline"
            className="self-start"
            disabled={variants.length >= MOST}
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

function Variants({ form, change, faults }: Editing) {
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

const THREE = 'grid grid-cols-2 gap-3 sm:grid-cols-3'

function VariantRow(props: {
  form: ProductForm
  variant: VariantForm
  place: number
  faults: Faults
  change: (variant: VariantForm) => void
  onRemove: (() => void) | undefined
}) {
  const { form, variant, place, faults, change, onRemove } = props
  const [quantity, price] = [fieldOf(variant, 'quantity', form.kinds), fieldOf(variant, 'price', form.kinds)]
  return (
    <fieldset className="rounded-md border border-line bg-sheet p-4">
      <legend className="sr-only">Variation {place}</legend>
      <div className={form.kinds.length === 2 ? 'grid grid-cols-2 gap-3 sm:grid-cols-4' : THREE}>
        {form.kinds.map((kind) => (
          <Field
            key={kind}
            label={KIND_LABELS[kind]}
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
        <Field
          name={price}
          label="Price, if another"
          inputMode="decimal"
          maxLength={16}
          autoComplete="off"
          placeholder={form.price}
          value={variant.price}
          error={faults[price]}
          onChange={({ target }) => change({ ...variant, price: target.value })}
        />
      </div>
      {onRemove && (
        <Button
          size="sm"
          look="quiet"
          aria-label={`Remove variation ${place}`}
          className="mt-2 -ml-4"
          onClick={onRemove}
        >
          Remove
        </Button>
      )}
    </fieldset>
  )
}
