import { formatDay } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { useEndHoliday, useHandling } from './use-handling.ts'

/** Renders the notice of a holiday: its end, its effects, and a button to end it. */
export function HolidayNotice() {
  const holiday = useHandling().data?.holiday
  const end = useEndHoliday()
  if (!holiday?.isNow) return null
  return (
    <section
      aria-label="Holiday"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-md bg-(--amber-mist) px-4 py-3 text-sm"
    >
      <div>
        <p className="font-semibold">{`Your store is on holiday until ${formatDay(holiday.to)}`}</p>
        <p className="mt-1 max-w-prose">
          {holiday.mode === 'pause'
            ? 'Shoppers can see your products but can’t buy them.'
            : 'Shoppers can buy and see that orders ship after the holiday.'}
        </p>
      </div>
      <Action busy={end.isPending} onClick={() => end.mutate(undefined)}>
        End holiday
      </Action>
    </section>
  )
}
