import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide'
import { useState } from 'react'
import type { WarehouseRulesData } from '#features/sales/shipping/warehouse-rules/contract.ts'
import { formatDays } from '#core/shipping/format-service.ts'
import { presetZones, type ShippingZone, type ZoneService } from '#core/shipping/warehouse-rules.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatCountry, formatMoney, formatNumber } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action, IconAction } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Empty, Panel } from '#web/console/parts/panel.tsx'
import { RatePreview } from './rate-preview.tsx'
import { ZoneDialog } from './zone-dialog.tsx'

const QUERY_KEY = ['supplier', 'shipping-rules']

/** Renders the shipping costs of each warehouse of the store. */
export function Shipping() {
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }) => (await call('GET /supplier/shipping-rules', {}, { signal })).warehouses,
  })
  return (
    <>
      <PageHead title="Shipping" />
      <Loaded query={query} skeleton={<SkeletonRows count={4} />}>
        {(warehouses) =>
          warehouses.length === 0 ? (
            <Empty title="No warehouse yet" text="Your store gets a warehouse with its first product." />
          ) : (
            <div className="flex flex-col gap-6">
              {warehouses.map((one) => (
                <Warehouse key={one.warehouse} rules={one} />
              ))}
            </div>
          )
        }
      </Loaded>
    </>
  )
}

function Warehouse({ rules }: { rules: WarehouseRulesData }) {
  const { warehouse, country, zones } = rules
  const [edited, setEdited] = useState<number>()
  const [removed, setRemoved] = useState<number>()
  const save = useSaveRules(rules)
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
      <Panel
        title={warehouse}
        hint={`Ships from ${formatCountry(country)}`}
        isFlush
        aside={
          zones.length > 0 && (
            <Action isSmall icon={Plus} onClick={() => setEdited(zones.length)}>
              Add zone
            </Action>
          )
        }
      >
        {zones.length === 0 ? (
          <NoRules onPreset={() => save(presetZones(country)).catch(showError)} onAdd={() => setEdited(0)} />
        ) : (
          <ZoneList zones={zones} onEdit={setEdited} onRemove={setRemoved} />
        )}
      </Panel>
      {zones.length > 0 && <RatePreview zones={zones} home={country} />}
      {edited !== undefined && (
        <ZoneDialog zones={zones} place={edited} onClose={() => setEdited(undefined)} onSave={save} />
      )}
      <FormDialog
        isOpen={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={`Remove ${zones[removed ?? -1]?.name ?? 'this zone'}?`}
        text={
          zones.length === 1
            ? 'This is your last zone. The marketplace’s shipping rates will apply again.'
            : 'Shoppers in its countries can’t order from this warehouse, unless another zone covers them.'
        }
        submitLabel="Remove zone"
        variant="danger"
        onSubmit={() => save(zones.filter((_, place) => place !== removed))}
        explain={(error) => explainError(error, SAVE_FAILED)}
      />
    </div>
  )
}

const SAVE_FAILED = 'We couldn’t save the shipping zones. Please try again in a moment.'

function showError(error: unknown): void {
  toast.error(explainError(error, SAVE_FAILED))
}

function useSaveRules({ warehouse, revision }: WarehouseRulesData) {
  const queries = useQueryClient()
  return async (zones: readonly ShippingZone[]) => {
    const body = { warehouse, revision, zones: zones.map(toInput) }
    const { message, warehouses } = await call('POST /supplier/shipping-rules', { body })
    queries.setQueryData(QUERY_KEY, warehouses)
    toast.success(message)
  }
}

function toInput({ name, isRest, countries, services }: ShippingZone) {
  return {
    name,
    isRest,
    countries: [...countries],
    services: services.map((one) => ({ ...one, bands: [...one.bands] })),
  }
}

function NoRules({ onPreset, onAdd }: { onPreset: () => void; onAdd: () => void }) {
  return (
    <Empty
      title="No custom rates"
      text="The marketplace’s shipping rates apply. Set your own rates to charge shoppers your shipping costs. You keep what they pay for shipping."
    >
      <Action variant="primary" onClick={onPreset}>
        Start with suggested rates
      </Action>
      <Action onClick={onAdd}>Add zone</Action>
    </Empty>
  )
}

function ZoneList(props: {
  zones: readonly ShippingZone[]
  onEdit: (place: number) => void
  onRemove: (place: number) => void
}) {
  return (
    <ul aria-label="Zones" className="divide-y divide-line border-t border-line">
      {props.zones.map((zone, place) => (
        <li key={`${zone.name} ${zone.countries.join(' ')}`} className="flex items-start gap-2 px-4 py-3">
          <div className="min-w-0 flex-1">
            <p className="text-sm font-semibold wrap-anywhere">{zone.name}</p>
            <p className="text-xs text-ink-soft">{describeCountries(zone)}</p>
            <ul className="mt-2 flex flex-col gap-1 text-sm">
              {zone.services.map((one) => (
                <li key={one.service}>{describeService(one)}</li>
              ))}
            </ul>
          </div>
          <IconAction label={`Edit ${zone.name}`} icon={Pencil} onClick={() => props.onEdit(place)} />
          <IconAction label={`Remove ${zone.name}`} icon={Trash2} onClick={() => props.onRemove(place)} />
        </li>
      ))}
    </ul>
  )
}

function describeCountries({ isRest, countries }: ShippingZone): string {
  if (isRest) return 'All other countries'
  const names = countries.slice(0, 4).map(formatCountry).join(', ')
  return countries.length > 4 ? `${names} and ${countries.length - 4} more` : names
}

function describeService({ service, minDays, maxDays, freeFromCents, bands }: ZoneService): string {
  const fees = bands.map(({ overGrams, amountCents }) =>
    overGrams === 0
      ? formatMoney(amountCents / 100)
      : `${formatMoney(amountCents / 100)} over ${formatNumber(overGrams)} g`,
  )
  const free = freeFromCents === null ? [] : [`free from ${formatMoney(freeFromCents / 100)}`]
  return `${service}, ${formatDays(minDays, maxDays)}: ${[...fees, ...free].join(', ')}`
}
