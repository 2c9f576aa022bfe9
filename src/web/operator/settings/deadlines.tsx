import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  DEADLINE_FIELDS,
  DEADLINE_NAMES,
  type DeadlineName,
  type Deadlines as DeadlineValues,
  findDeadlineProblem,
} from '#core/deadlines.ts'
import { call } from '#web/app/calls/api.ts'
import { Panel } from '#web/console/parts/panel.tsx'
import { Field } from '#web/ui/field.tsx'
import type { SectionProps } from '../console/operator-page.tsx'
import { useOperatorAction } from '../console/use-operator-action.ts'
import { SettingForm, SettingPage } from './setting-page.tsx'

/** Renders the deadlines of orders and cases. */
export function Deadlines(_props: SectionProps) {
  const query = useQuery({
    queryKey: ['operator', 'settings', 'deadlines'],
    queryFn: ({ signal }) => call('GET /operator/settings/deadlines', {}, { signal }),
    // A reload would replace the user's input.
    refetchOnWindowFocus: false,
  })
  return (
    <SettingPage current="deadlines" query={query}>
      {({ deadlines, version }) => <DeadlinesForm deadlines={deadlines} version={version} />}
    </SettingPage>
  )
}

const GROUPS: readonly Readonly<{ title: string; hint: string; names: readonly DeadlineName[] }>[] = [
  {
    title: 'Orders',
    hint: 'Counted from when the supplier gets the order or request',
    names: ['acceptHours', 'escalateHours', 'cancelHours', 'shipDays'],
  },
  {
    title: 'Buyers',
    hint: 'Counted from payment and from delivery',
    names: ['holdMinutes', 'reportDays'],
  },
  { title: 'Earnings', hint: 'Counted from delivery', names: ['earningDays'] },
  {
    title: 'Cases and returns',
    hint: 'Counted from the last step of the other side',
    names: ['supplierDays', 'buyerDays', 'returnDays', 'arrivalDays', 'caseDays'],
  },
]

type Texts = Readonly<Record<DeadlineName, string>>

function DeadlinesForm({ deadlines, version }: { deadlines: DeadlineValues; version: number }) {
  const [first] = useState(() => toTexts(deadlines))
  const [texts, setTexts] = useState(first)
  const [hasTried, setHasTried] = useState(false)
  const { isBusy, perform } = useOperatorAction()
  const values = toValues(texts)
  const problem = hasTried ? findDeadlineProblem(values) : undefined

  function save(): void {
    setHasTried(true)
    const found = findDeadlineProblem(values)
    if (found) return document.getElementById(found.field)?.focus()
    void perform(() => call('POST /operator/settings/deadlines', { body: { deadlines: values, version } }))
  }

  return (
    <SettingForm
      isChanged={DEADLINE_NAMES.some((name) => texts[name] !== first[name])}
      isBusy={isBusy}
      onSave={save}
      onDiscard={() => {
        setTexts(first)
        setHasTried(false)
      }}
    >
      {(isReadOnly) => (
        <>
          <p className="max-w-prose text-sm text-ink-soft">
            Changes apply to orders placed from now on and to their cases. Earlier orders keep their
            deadlines. The policy on product pages and the standard legal texts name the days to return; if
            your own texts name a deadline, use the placeholder or change it there as well.
          </p>
          {GROUPS.map(({ title, hint, names }) => (
            <Panel key={title} title={title} hint={hint}>
              <div className="grid gap-4 sm:grid-cols-2">
                {names.map((name) => (
                  <Field
                    key={name}
                    id={name}
                    label={`${DEADLINE_FIELDS[name].label} (${DEADLINE_FIELDS[name].unit})`}
                    hint={DEADLINE_FIELDS[name].hint}
                    error={problem?.field === name ? problem.text : undefined}
                    inputMode="numeric"
                    autoComplete="off"
                    maxLength={4}
                    disabled={isReadOnly}
                    value={texts[name]}
                    onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
                  />
                ))}
              </div>
            </Panel>
          ))}
        </>
      )}
    </SettingForm>
  )
}

// All names are present, in both directions.
function toTexts(values: DeadlineValues): Texts {
  return Object.fromEntries(DEADLINE_NAMES.map((name) => [name, String(values[name])])) as Texts
}

/** Returns the typed numbers; NaN, which is refused, for texts that are not whole numbers. */
function toValues(texts: Texts): DeadlineValues {
  const read = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)
  return Object.fromEntries(DEADLINE_NAMES.map((name) => [name, read(texts[name])])) as DeadlineValues
}
