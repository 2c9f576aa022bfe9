import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide'
import { useState } from 'react'
import type { PricingData, PricingFormData } from '#features/stores/pricing/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { listCategories } from '#web/shared/product/category-names.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Problem } from '#web/console/parts/dialog.tsx'
import { LeaveDialog } from '#web/console/parts/leave-dialog.tsx'
import { Empty, Panel } from '#web/console/parts/panel.tsx'
import { createRule, type PricingFormState, toPricingForm, toPricingInput } from './pricing-form.ts'
import { PricingPreview, usePricingPreview } from './pricing-preview.tsx'
import { RateFields } from './rate-fields.tsx'
import { RuleCard, type ScopeOption } from './rule-card.tsx'

const QUERY_KEY = ['vendor', 'pricing']

/** Renders the vendor's price rules, with their effect on listings before saving. */
export function Pricing() {
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }) => (await call('GET /vendor/pricing', {}, { signal })).pricing,
    // A newer response would overwrite unsaved input.
    refetchOnWindowFocus: false,
  })
  return (
    <Loaded query={query}>{(pricing) => <PricingEditor key={pricing.version} pricing={pricing} />}</Loaded>
  )
}

function PricingEditor({ pricing }: { pricing: PricingData }) {
  const [stored] = useState(() => toPricingForm(pricing))
  const [form, setForm] = useState(stored)
  const [lastValid, setLastValid] = useState<PricingFormData>({ rules: pricing.rules, rates: pricing.rates })
  const input = toPricingInput(form)
  const preview = usePricingPreview('body' in input ? input.body : lastValid)
  const { save, isBusy, problem } = useSave(pricing.version)
  const change = (next: PricingFormState) => {
    const read = toPricingInput(next)
    if ('body' in read) setLastValid(read.body)
    setForm(next)
  }
  const isDirty = form !== stored
  return (
    <>
      <PageHead
        title="Pricing"
        about="Prices in your stores follow the wholesale price by these rules."
        isBar
      >
        {isDirty && <Action onClick={() => setForm(stored)}>Discard</Action>}
        <Action
          variant="primary"
          busy={isBusy}
          disabled={!isDirty || 'problem' in input}
          onClick={() => 'body' in input && void save(input.body)}
        >
          Save and update prices
        </Action>
      </PageHead>
      {problem !== undefined && <Problem text={problem} />}
      <LeaveDialog
        isDirty={() => isDirty}
        text="Your changes to the price rules will be lost if you leave the page."
      />
      <div className="grid gap-4 max-md:pb-20 xl:grid-cols-[minmax(0,29rem)_minmax(0,1fr)] xl:items-start">
        <RuleColumn form={form} preview={preview.data} onChange={change} />
        <PricingPreview query={preview} problem={'problem' in input ? input.problem : undefined} />
      </div>
    </>
  )
}

/** Renders the rules in sequence, and the exchange rates of the dollar. */
function RuleColumn(props: {
  form: PricingFormState
  preview: AnswerTo<'POST /vendor/pricing/preview'> | undefined
  onChange: (form: PricingFormState) => void
}) {
  const { form, preview, onChange } = props
  const scopes = listScopes(preview?.suppliers ?? [], form.rules.length === 1)
  const free = scopes.find(({ value }) => form.rules.every(({ scope }) => scope !== value))
  const setRules = (rules: PricingFormState['rules']) => onChange({ ...form, rules })
  return (
    <div className="flex flex-col gap-4">
      {form.rules.length === 0 && <NoRules />}
      {form.rules.map((rule) => (
        <RuleCard
          key={rule.key}
          rule={rule}
          scopes={scopes}
          onChange={(next) => setRules(form.rules.map((one) => (one.key === rule.key ? next : one)))}
          onRemove={() => setRules(form.rules.filter(({ key }) => key !== rule.key))}
        />
      ))}
      {free && (
        <Action
          icon={Plus}
          className="self-start"
          onClick={() => setRules([...form.rules, createRule(free.value)])}
        >
          Add a rule
        </Action>
      )}
      <RateFields
        currencies={preview?.currencies ?? []}
        rates={form.rates}
        onChange={(rates) => onChange({ ...form, rates })}
      />
    </div>
  )
}

function NoRules() {
  return (
    <Panel title="No rules yet">
      <Empty
        title="You use the marketplace’s prices"
        text="Add a rule, such as cost × 2.2 ending in .95, and preview the prices of your listings."
      />
    </Panel>
  )
}

function listScopes(
  suppliers: readonly Readonly<{ id: string; name: string }>[],
  isOnly: boolean,
): ScopeOption[] {
  return [
    { value: 'all', label: isOnly ? 'All products' : 'All other products' },
    ...listCategories().map(([name, label]) => ({ value: `category ${name}`, label })),
    ...suppliers.map(({ id, name }) => ({ value: `supplier ${id}`, label: name })),
  ]
}

function useSave(version: number) {
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const save = async (body: PricingFormData) => {
    setIsBusy(true)
    setProblem(undefined)
    try {
      const { pricing } = await call('POST /vendor/pricing', { body: { ...body, version } })
      toast.success('Price rules saved. Your stores get the new prices in a moment.')
      queries.setQueryData(QUERY_KEY, pricing)
      void queries.invalidateQueries({ queryKey: ['vendor', 'listings'] })
    } catch (error) {
      setProblem(explainError(error, 'We couldn’t save your rules. Please try again in a moment.'))
    }
    setIsBusy(false)
  }
  return { save, isBusy, problem }
}
