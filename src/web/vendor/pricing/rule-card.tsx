import { Plus, Trash2 } from 'lucide'
import { Action, IconAction } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { createTier, type RuleForm, type TierForm } from './pricing-form.ts'

/** A scope of a rule as an option of a select. */
export type ScopeOption = Readonly<{ value: string; label: string }>

const MAX_TIERS = 6

/** Renders a price rule: scope, steps, price ending and minimum margin. */
export function RuleCard(props: {
  rule: RuleForm
  scopes: readonly ScopeOption[]
  onChange: (rule: RuleForm) => void
  onRemove: () => void
}) {
  const { rule, scopes, onChange, onRemove } = props
  const label = scopes.find(({ value }) => value === rule.scope)?.label ?? 'Some products'
  const setTier = (key: string, part: Partial<TierForm>) =>
    onChange({ ...rule, tiers: rule.tiers.map((tier) => (tier.key === key ? { ...tier, ...part } : tier)) })
  return (
    <Panel
      title={label}
      aside={<IconAction label={`Remove the rule for ${label}`} icon={Trash2} onClick={onRemove} />}
    >
      <div className="flex flex-col gap-4">
        <Select
          label="Products"
          value={rule.scope}
          onChange={({ target }) => onChange({ ...rule, scope: target.value })}
        >
          {scopes.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
        {rule.tiers.map((tier, index) => (
          <TierFields
            key={tier.key}
            tier={tier}
            number={index + 1}
            isLast={index === rule.tiers.length - 1}
            isOnly={rule.tiers.length === 1}
            onChange={(part) => setTier(tier.key, part)}
            onRemove={() => onChange({ ...rule, tiers: rule.tiers.filter(({ key }) => key !== tier.key) })}
          />
        ))}
        {rule.tiers.length < MAX_TIERS && (
          <Action
            variant="quiet"
            icon={Plus}
            className="self-start"
            onClick={() => onChange({ ...rule, tiers: [createTier(), ...rule.tiers] })}
          >
            Add a step for lower costs
          </Action>
        )}
        <RoundingFields rule={rule} onChange={onChange} />
      </div>
    </Panel>
  )
}

function RoundingFields({ rule, onChange }: { rule: RuleForm; onChange: (rule: RuleForm) => void }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Prices end with"
        hint="Prices are rounded up."
        value={rule.ending}
        onChange={({ target }) => onChange({ ...rule, ending: target.value })}
      >
        <option value="">Any cents</option>
        <option value="0">.00</option>
        <option value="90">.90</option>
        <option value="95">.95</option>
        <option value="99">.99</option>
      </Select>
      <Field
        label="Minimum margin (%)"
        hint="The minimum share of the price you keep."
        inputMode="decimal"
        maxLength={6}
        autoComplete="off"
        value={rule.minMargin}
        onChange={({ target }) => onChange({ ...rule, minMargin: target.value })}
      />
    </div>
  )
}

const VALUE_LABELS = {
  multiplier: 'Times the cost',
  percent: 'Percent on top',
  fixed: 'Dollars on top',
} as const

function TierFields(props: {
  tier: TierForm
  number: number
  isLast: boolean
  isOnly: boolean
  onChange: (part: Partial<TierForm>) => void
  onRemove: () => void
}) {
  const { tier, number, isLast, isOnly, onChange, onRemove } = props
  return (
    <fieldset
      className={`grid grid-cols-2 items-end gap-3 ${isOnly ? '' : 'sm:grid-cols-[1fr_1.2fr_1fr_2.25rem]'}`}
    >
      <legend className={isOnly ? 'sr-only' : 'mb-1 text-sm font-medium'}>
        {isLast ? (isOnly ? 'All costs' : 'All costs above') : `Step ${number}`}
      </legend>
      {isLast ? (
        !isOnly && <p className="self-center text-sm text-ink-soft max-sm:hidden">Everything above</p>
      ) : (
        <Field
          label="Cost up to ($)"
          inputMode="decimal"
          maxLength={12}
          autoComplete="off"
          value={tier.upTo}
          onChange={({ target }) => onChange({ upTo: target.value })}
        />
      )}
      <Select
        label="Price is cost"
        value={tier.kind}
        onChange={({ target }) =>
          onChange({
            kind: target.value === 'percent' || target.value === 'fixed' ? target.value : 'multiplier',
          })
        }
      >
        <option value="multiplier">× factor</option>
        <option value="percent">+ percent</option>
        <option value="fixed">+ amount</option>
      </Select>
      <Field
        label={VALUE_LABELS[tier.kind]}
        inputMode="decimal"
        maxLength={12}
        autoComplete="off"
        value={tier.value}
        onChange={({ target }) => onChange({ value: target.value })}
      />
      {!isOnly && (
        <IconAction label={`Remove step ${number}`} icon={Trash2} onClick={onRemove} className="mb-1.5" />
      )}
    </fieldset>
  )
}
