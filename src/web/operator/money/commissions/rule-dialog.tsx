import { parseTypedCents } from '#web/shared/forms/typed-numbers.ts'
import { categoryLabel } from '#web/shared/product/category-names.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { withPassword } from '#web/console/frame/password-prompt.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Checkbox, Field, Select } from '#web/ui/field.tsx'
import { RulePreview } from './rule-preview.tsx'
import { CHANNEL_LABELS, type CommissionRule } from './channel-labels.ts'
import { type SupplierOption, SupplierField } from './supplier-field.tsx'

type Channel = NonNullable<CommissionRule['channel']>

/** The input of a rule. */
type Draft = Readonly<{
  supplier: SupplierOption | undefined
  category: string
  channel: Channel | ''
  rate: string
  isStandard: boolean
  from: string
}>

const EMPTY: Draft = { supplier: undefined, category: '', channel: '', rate: '', isStandard: false, from: '' }

/** Renders the dialog that adds a commission rule, with its effect on the last 90 days. */
export function RuleDialog({ categories, onClose }: { categories: readonly string[]; onClose: () => void }) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(EMPTY)
  const change = (fields: Partial<Draft>) => setDraft((before) => ({ ...before, ...fields }))
  const rule = toRule(draft)
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Add a commission rule"
      text="Applies to sales from the start date. Earlier orders keep their rate."
      submitLabel="Add rule"
      canSubmit={rule !== undefined}
      onSubmit={async () => {
        if (!rule) return
        const validFrom = draft.from === '' ? {} : { validFrom: new Date(draft.from).toISOString() }
        const { message } = await withPassword(() =>
          call('POST /commission-rules', { body: { ...rule, ...validFrom } }),
        )
        await queries.invalidateQueries({ queryKey: ['operator'] })
        toast.success(message)
      }}
      explain={(error) => explainError(error, 'We couldn’t add the rule. Please try again in a moment.')}
    >
      <SupplierField value={draft.supplier} onChange={(supplier) => change({ supplier })} />
      <ScopeFields draft={draft} categories={categories} onChange={change} />
      <Field
        label="Commission in percent"
        inputMode="decimal"
        disabled={draft.isStandard}
        value={draft.isStandard ? '' : draft.rate}
        error={draft.rate.trim() !== '' && toPercent(draft.rate) === undefined ? RATE_HINT : undefined}
        onChange={(event) => change({ rate: event.target.value })}
      />
      <Checkbox
        label="No custom rate (ends the current rule for these sales)"
        checked={draft.isStandard}
        onChange={(event) => change({ isStandard: event.target.checked })}
      />
      <Field
        label="Starts (optional)"
        hint="Leave blank to start now"
        type="datetime-local"
        value={draft.from}
        onChange={(event) => change({ from: event.target.value })}
      />
      <RulePreview rule={rule} />
    </FormDialog>
  )
}

function ScopeFields(props: {
  draft: Draft
  categories: readonly string[]
  onChange: (fields: Partial<Draft>) => void
}) {
  const { draft, categories, onChange } = props
  return (
    <div className="grid grid-cols-2 gap-3">
      <Select
        label="Category"
        value={draft.category}
        onChange={(event) => onChange({ category: event.target.value })}
      >
        <option value="">All categories</option>
        {categories.map((name) => (
          <option key={name} value={name}>
            {categoryLabel(name)}
          </option>
        ))}
      </Select>
      <Select
        label="Channel"
        value={draft.channel}
        onChange={({ target: { value } }) =>
          onChange({ channel: value === 'marketplace' || value === 'vendor' ? value : '' })
        }
      >
        <option value="">Both channels</option>
        {Object.entries(CHANNEL_LABELS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  )
}

const RATE_HINT = 'Enter 0 to 100 with at most two decimals, such as 12.5.'

/** Returns the typed percentage; undefined when invalid. */
function toPercent(text: string): number | undefined {
  const bps = parseTypedCents(text)
  return bps !== undefined && bps <= 10_000 ? bps / 100 : undefined
}

/** Returns the rule for the call; undefined while its rate is missing. */
function toRule({ supplier, category, channel, rate, isStandard }: Draft) {
  const percent = isStandard ? null : toPercent(rate)
  if (percent === undefined) return undefined
  return {
    percent,
    ...(supplier ? { supplier: supplier.id } : {}),
    ...(category === '' ? {} : { category }),
    ...(channel === '' ? {} : { channel }),
  }
}
