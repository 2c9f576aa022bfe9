import { useState, type SubmitEvent } from 'react'
import { call } from '#web/app/calls/api.ts'
import { getTimeZone } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { Field, Select, TextArea } from '#web/ui/field.tsx'
import { type StorePromises, useEndHoliday, useHandlingChange } from './use-handling.ts'

type Mode = 'later' | 'pause'
type Holiday = NonNullable<StorePromises['holiday']>

/** Renders the days without shipping, and what shoppers can do meanwhile. */
export function HolidayPanel({ holiday }: { holiday: Holiday | null }) {
  const [from, setFrom] = useState(holiday?.from ?? '')
  const [to, setTo] = useState(holiday?.to ?? '')
  const [mode, setMode] = useState<Mode>(holiday?.mode ?? 'later')
  const [message, setMessage] = useState(holiday?.message ?? '')
  const save = useHandlingChange(
    (body: Readonly<{ from: string; to: string; mode: Mode; message: string }>) =>
      call('POST /supplier/holiday', { body: { ...body, timeZone: holiday?.timeZone ?? getTimeZone() } }),
  )
  const end = useEndHoliday()
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    save.mutate({ from, to, mode, message })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <DayField label="First day" value={from} onChange={setFrom} />
        <DayField label="Last day" value={to} min={from} onChange={setTo} />
      </div>
      <Select
        label="Meanwhile"
        value={mode}
        onChange={(event) => setMode(event.target.value === 'pause' ? 'pause' : 'later')}
      >
        <option value="later">Keep selling, ship after the holiday</option>
        <option value="pause">Pause sales</option>
      </Select>
      <TextArea
        label="Message to shoppers (optional)"
        rows={2}
        maxLength={300}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Action type="submit" variant="primary" busy={save.isPending}>
          {holiday ? 'Save holiday' : 'Set holiday'}
        </Action>
        {holiday && (
          <Action busy={end.isPending} onClick={() => end.mutate(undefined)}>
            {holiday.isNow ? 'End holiday' : 'Cancel holiday'}
          </Action>
        )}
      </div>
    </form>
  )
}

function DayField(props: { label: string; value: string; min?: string; onChange: (day: string) => void }) {
  const { onChange, ...rest } = props
  return <Field {...rest} type="date" required onChange={(event) => onChange(event.target.value)} />
}
