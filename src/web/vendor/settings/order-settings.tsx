import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseCents } from '#core/money.ts'
import type { ForwardingSettingsData } from '#features/stores/shop-orders/settings/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { LeaveDialog } from '#web/console/parts/leave-dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Checkbox, Field, Select } from '#web/ui/field.tsx'
import { useOrderAction } from '../order/use-order-action.ts'
import { ParcelPanel } from './parcel-panel.tsx'
import { PrivacyPanel } from './privacy-panel.tsx'

/** Renders how store orders are bought: delay, shipping, and limits above which they need approval. */
export function OrderSettings() {
  const query = useQuery({
    queryKey: ['vendor', 'forwarding-settings'],
    queryFn: async ({ signal }) => (await call('GET /vendor/forwarding-settings', {}, { signal })).settings,
    // A newer response would overwrite unsaved input.
    refetchOnWindowFocus: false,
  })
  return (
    <>
      <Loaded query={query}>
        {(settings) => <SettingsForm key={JSON.stringify(settings)} settings={settings} />}
      </Loaded>
      <div className="mt-4 flex max-w-2xl flex-col gap-4 max-md:pb-20">
        <ParcelPanel />
        <PrivacyPanel />
      </div>
    </>
  )
}

type Form = Readonly<{
  wholeOrdersOnly: boolean
  holdMinutes: string
  shipping: ForwardingSettingsData['shipping']
  maxCost: string
  minMargin: string
  customsValue: ForwardingSettingsData['customsValue']
}>

function toForm(settings: ForwardingSettingsData): Form {
  const { wholeOrdersOnly, holdMinutes, shipping, maxCost, minMarginPercent, customsValue } = settings
  return {
    wholeOrdersOnly,
    holdMinutes: String(holdMinutes),
    shipping,
    maxCost: maxCost === null ? '' : maxCost.toFixed(2),
    minMargin: minMarginPercent === null ? '' : String(minMarginPercent),
    customsValue,
  }
}

type FormErrors = Partial<Record<'holdMinutes' | 'maxCost' | 'minMargin', string>>

function findErrors({ holdMinutes, maxCost, minMargin }: Form): FormErrors {
  const minutes = Number(holdMinutes)
  const isHold = Number.isInteger(minutes) && minutes >= 2 && minutes <= 10
  const isCost = maxCost.trim() === '' || (parseCents(maxCost.trim()) ?? 0) > 0
  const margin = Number(minMargin)
  const isMargin = minMargin.trim() === '' || (margin >= 0 && margin < 100)
  return {
    ...(isHold ? {} : { holdMinutes: 'Enter 2 to 10 minutes.' }),
    ...(isCost ? {} : { maxCost: 'Enter an amount such as 150.00, or leave it blank.' }),
    ...(isMargin ? {} : { minMargin: 'Enter a percentage below 100, or leave it blank.' }),
  }
}

function toSettings({ wholeOrdersOnly, holdMinutes, shipping, maxCost, minMargin, customsValue }: Form) {
  return {
    wholeOrdersOnly,
    holdMinutes: Number(holdMinutes),
    shipping,
    maxCost: maxCost.trim() === '' ? null : (parseCents(maxCost.trim()) ?? 0) / 100,
    minMarginPercent: minMargin.trim() === '' ? null : Number(minMargin),
    customsValue,
  }
}

function SettingsForm({ settings }: { settings: ForwardingSettingsData }) {
  const [stored] = useState(() => toForm(settings))
  const [form, setForm] = useState(stored)
  const action = useOrderAction()
  const errors = findErrors(form)
  const isDirty = form !== stored
  const change = (fields: Partial<Form>) => setForm({ ...form, ...fields })
  return (
    <>
      <PageHead title="Order settings" about="How orders from your stores are bought and forwarded." isBar>
        {isDirty && <Action onClick={() => setForm(stored)}>Discard</Action>}
        <Action
          variant="primary"
          busy={action.isPending}
          disabled={!isDirty || Object.keys(errors).length > 0}
          onClick={() =>
            action.mutate(() => call('POST /vendor/forwarding-settings', { body: toSettings(form) }))
          }
        >
          Save
        </Action>
      </PageHead>
      <LeaveDialog isDirty={() => isDirty} text="Your changes will be lost if you leave the page." />
      <div className="flex max-w-2xl flex-col gap-4">
        <Forwarding form={form} errors={errors} onChange={change} />
        <Limits form={form} errors={errors} onChange={change} />
        <Customs form={form} onChange={change} />
      </div>
    </>
  )
}

type PartProps = Readonly<{ form: Form; errors: FormErrors; onChange: (fields: Partial<Form>) => void }>

function Forwarding({ form, errors, onChange }: PartProps) {
  return (
    <Panel title="Forwarding">
      <div className="flex flex-col gap-4">
        <Field
          label="Hold before suppliers get a paid order, in minutes"
          hint="Until then, you can cancel for free. “Forward now” on an order ends it early."
          type="number"
          inputMode="numeric"
          min={2}
          max={10}
          value={form.holdMinutes}
          error={errors.holdMinutes}
          onChange={(event) => onChange({ holdMinutes: event.target.value })}
        />
        <Select
          label="Shipping"
          value={form.shipping}
          onChange={(event) =>
            onChange({ shipping: event.target.value === 'fastest' ? 'fastest' : 'cheapest' })
          }
        >
          <option value="cheapest">The cheapest service</option>
          <option value="fastest">The fastest service</option>
        </Select>
        <Checkbox
          label="Only buy complete orders (wait until all items are available)"
          checked={form.wholeOrdersOnly}
          onChange={(event) => onChange({ wholeOrdersOnly: event.target.checked })}
        />
      </div>
    </Panel>
  )
}

function Limits({ form, errors, onChange }: PartProps) {
  return (
    <Panel title="Ask me first">
      <div className="flex flex-col gap-4">
        <Field
          label="When an order costs more than"
          hint="Wholesale and shipping, in US dollars. Leave blank for no limit."
          inputMode="decimal"
          value={form.maxCost}
          error={errors.maxCost}
          onChange={(event) => onChange({ maxCost: event.target.value })}
        />
        <Field
          label="When the margin is below (% of the retail price)"
          hint="Leave blank for no limit."
          inputMode="decimal"
          value={form.minMargin}
          error={errors.minMargin}
          onChange={(event) => onChange({ minMargin: event.target.value })}
        />
      </div>
    </Panel>
  )
}

function Customs({ form, onChange }: Pick<PartProps, 'form' | 'onChange'>) {
  return (
    <Panel title="Customs">
      <Select
        label="Customs value"
        hint="Customs expect the price of the sale that sends an item abroad: what your customer paid, unless you import it yourself. Suppliers see it on the customs form only. What you pay is declared if your customer paid nothing, or in a currency without an exchange rate in your price rules."
        value={form.customsValue}
        onChange={(event) => onChange({ customsValue: event.target.value === 'retail' ? 'retail' : 'cost' })}
      >
        <option value="cost">What I pay the supplier</option>
        <option value="retail">What my customer paid</option>
      </Select>
    </Panel>
  )
}
