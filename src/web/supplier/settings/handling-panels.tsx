import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatDay, getTimeZone } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Checkbox, Field, Select } from '#web/ui/field.tsx'
import { HolidayPanel } from './holiday-panel.tsx'
import { type StorePromises, useHandling, useStorePromises } from './use-handling.ts'

type Warehouse = StorePromises['warehouses'][number]

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Renders each warehouse's handling time, and the store's holiday. */
export function HandlingPanels() {
  const [edited, setEdited] = useState<Warehouse>()
  const query = useHandling()
  return (
    <>
      <Panel title="Handling time" hint="From payment until the carrier has the parcel." isFlush>
        <Loaded query={query} skeleton={<SkeletonRows count={2} />}>
          {({ warehouses }) => (
            <ul className="divide-y divide-line border-t border-line">
              {warehouses.map((warehouse) => (
                <li
                  key={warehouse.id}
                  className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 text-sm"
                >
                  <div>
                    <p className="font-semibold wrap-anywhere">{warehouse.name}</p>
                    <p className="text-xs text-ink-soft">{describeHandling(warehouse)}</p>
                    <p className="text-xs text-ink-soft">
                      {`An order paid now is due ${formatDay(warehouse.shipBy)}.`}
                    </p>
                  </div>
                  <Action isSmall aria-label={`Edit ${warehouse.name}`} onClick={() => setEdited(warehouse)}>
                    Edit
                  </Action>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Panel>
      <Panel title="Holiday">
        <Loaded query={query} skeleton={<SkeletonRows count={1} />}>
          {({ holiday }) => <HolidayPanel key={holiday?.from} holiday={holiday} />}
        </Loaded>
      </Panel>
      {edited && <HandlingDialog key={edited.id} warehouse={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function describeHandling({ handling }: Warehouse): string {
  if (!handling) return 'Within 2 business days, the marketplace’s standard'
  const { leadDays, cutOff, timeZone, workingDays } = handling
  const lead =
    leadDays === 0 ? 'The same day' : `Within ${leadDays} working ${leadDays === 1 ? 'day' : 'days'}`
  const days = workingDays.map((day) => WEEKDAYS[day - 1]).join(', ')
  return [lead, cutOff && `ordered before ${cutOff}`, days, timeZone.replaceAll('_', ' ')]
    .filter(Boolean)
    .join(' · ')
}

function HandlingDialog({ warehouse, onClose }: { warehouse: Warehouse; onClose: () => void }) {
  const { handling } = warehouse
  const [leadDays, setLeadDays] = useState(String(handling?.leadDays ?? 2))
  const [cutOff, setCutOff] = useState(handling?.cutOff ?? '')
  const [timeZone, setTimeZone] = useState(handling?.timeZone ?? getTimeZone())
  const [days, setDays] = useState<readonly number[]>(handling?.workingDays ?? [1, 2, 3, 4, 5])
  const store = useStorePromises()
  return (
    <FormDialog
      title={`Handling time of ${warehouse.name}`}
      text="For orders paid from now on. Earlier orders keep their ship-by date."
      submitLabel="Save"
      isOpen
      canSubmit={days.length > 0}
      onClose={onClose}
      explain={(error) =>
        explainError(error, 'We couldn’t save the handling time. Please try again in a moment.')
      }
      onSubmit={async () => {
        const body = { leadDays: Number(leadDays), cutOff: cutOff || null, timeZone, workingDays: [...days] }
        const params = { warehouse: String(warehouse.id) }
        store(await call('POST /supplier/handling/{warehouse}', { params, body }))
      }}
    >
      <Field
        label="Working days until hand-over"
        hint="0 is the day of payment; it needs a cut-off time."
        type="number"
        inputMode="numeric"
        min={cutOff === '' ? 1 : 0}
        max={60}
        required
        value={leadDays}
        onChange={(event) => setLeadDays(event.target.value)}
      />
      <Field
        label="Cut-off time (optional)"
        hint="Orders paid later count as paid on the next working day."
        type="time"
        value={cutOff}
        onChange={(event) => setCutOff(event.target.value)}
      />
      <Select label="Time zone" value={timeZone} onChange={(event) => setTimeZone(event.target.value)}>
        {listTimeZones(timeZone).map((name) => (
          <option key={name} value={name}>
            {name.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
      <WorkingDays days={days} onChange={setDays} />
    </FormDialog>
  )
}

function WorkingDays(props: { days: readonly number[]; onChange: (days: readonly number[]) => void }) {
  const { days, onChange } = props
  const toggle = (day: number) =>
    onChange(days.includes(day) ? days.filter((other) => other !== day) : [...days, day])
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">Working days</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-3">
        {WEEKDAYS.map((label, index) => (
          <Checkbox
            key={label}
            label={label}
            checked={days.includes(index + 1)}
            onChange={() => toggle(index + 1)}
          />
        ))}
      </div>
      {days.length === 0 && <p className="mt-2 text-xs text-danger">Choose at least one working day.</p>}
    </fieldset>
  )
}

/** Returns the time zones that the browser supports, and the selected one. */
function listTimeZones(chosen: string): readonly string[] {
  return [...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted()
}
