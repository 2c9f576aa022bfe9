import { Trash2 } from 'lucide'
import { useState } from 'react'
import type { PriceListData } from '#features/catalogue/catalog/management/price-lists/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { formatMoney } from '#web/console/data/format.ts'
import { IconAction } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Field, Select, TextArea } from '#web/ui/field.tsx'
import {
  addEntry,
  type EntryForm,
  type PriceListForm,
  toPriceListForm,
  toPriceListInput,
} from './price-list-form.ts'
import { VariantSearch } from './variant-search.tsx'

/** Renders the dialog that creates or changes a price list. */
export function PriceListDialog(props: {
  list: PriceListData | undefined
  onClose: () => void
  onSaved: (message: string) => void
}) {
  const { list, onClose, onSaved } = props
  const [form, setForm] = useState(() => toPriceListForm(list))
  const set = (part: Partial<PriceListForm>) => setForm((before) => ({ ...before, ...part }))
  return (
    <FormDialog
      isOpen
      isWide
      onClose={onClose}
      title={list ? 'Edit price list' : 'Add price list'}
      text="Where several lists apply, the vendor pays the lowest price, and never more than the wholesale price."
      submitLabel="Save price list"
      onSubmit={async () => {
        const input = toPriceListInput(form)
        if ('problem' in input) throw new InvalidForm(input.problem)
        onSaved((await call('POST /supplier/price-lists', { body: { data: input.body } })).message)
      }}
      explain={(error) =>
        error instanceof InvalidForm
          ? error.message
          : explainError(error, 'We couldn’t save the price list. Please try again in a moment.')
      }
    >
      <Field
        label="Name"
        hint="Only you see it."
        maxLength={100}
        autoComplete="off"
        value={form.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <AudienceFields form={form} set={set} />
      <PercentageFields form={form} set={set} />
      <Entries form={form} set={set} />
      <VariantSearch
        label="Add the price of a product"
        onChoose={(variant) => setForm((before) => addEntry(before, variant))}
      />
    </FormDialog>
  )
}

/** An invalid input of the form, thrown before anything is sent. */
class InvalidForm extends Error {}

type PartProps = Readonly<{ form: PriceListForm; set: (part: Partial<PriceListForm>) => void }>

function AudienceFields({ form, set }: PartProps) {
  return (
    <>
      <Select
        label="For"
        value={form.audience}
        onChange={({ target }) => set({ audience: target.value === 'chosen' ? 'chosen' : 'all' })}
      >
        <option value="all">All vendors</option>
        <option value="chosen">Chosen vendors</option>
      </Select>
      {form.audience === 'chosen' && (
        <TextArea
          label="Email addresses of vendors"
          hint="One per line. The prices apply once they have an account with this address."
          rows={3}
          value={form.vendors}
          onChange={({ target }) => set({ vendors: target.value })}
        />
      )}
    </>
  )
}

function PercentageFields({ form, set }: PartProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Percentage off wholesale"
        hint="Applies to all products. Leave blank to price single products only."
        inputMode="decimal"
        maxLength={6}
        autoComplete="off"
        value={form.percent}
        onChange={({ target }) => set({ percent: target.value })}
      />
      <Field
        label="From this quantity"
        hint="Units of a product in one order."
        inputMode="numeric"
        maxLength={6}
        autoComplete="off"
        value={form.quantity}
        onChange={({ target }) => set({ quantity: target.value })}
      />
    </div>
  )
}

function Entries({ form, set }: PartProps) {
  const { entries } = form
  const change = (entry: EntryForm, part: Partial<EntryForm>) =>
    set({ entries: entries.map((one) => (one === entry ? { ...one, ...part } : one)) })
  if (entries.length === 0) return null
  return (
    <ul aria-label="Prices of products" className="flex flex-col gap-3">
      {entries.map((entry) => (
        <li key={entry.key} className="rounded-md border border-line p-3">
          <div className="flex items-start justify-between gap-2">
            <p className="min-w-0 text-sm font-semibold wrap-anywhere">
              {entry.label}
              {entry.wholesaleCents !== null && (
                <span className="ms-2 font-normal text-ink-soft">
                  Wholesale {formatMoney(entry.wholesaleCents / 100)}
                </span>
              )}
            </p>
            <IconAction
              label={`Remove the price of ${entry.label}`}
              icon={Trash2}
              onClick={() => set({ entries: entries.filter((one) => one !== entry) })}
            />
          </div>
          <div className="grid grid-cols-2 gap-3">
            <Field
              label="Price"
              inputMode="decimal"
              maxLength={16}
              autoComplete="off"
              value={entry.price}
              onChange={({ target }) => change(entry, { price: target.value })}
            />
            <Field
              label="From quantity"
              inputMode="numeric"
              maxLength={6}
              autoComplete="off"
              value={entry.quantity}
              onChange={({ target }) => change(entry, { quantity: target.value })}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}
