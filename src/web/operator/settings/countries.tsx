import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Action } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Checkbox, Field } from '#web/ui/field.tsx'
import type { SectionProps } from '../console/operator-page.tsx'
import { useOperatorAction } from '../console/use-operator-action.ts'
import { SettingForm, SettingPage } from './setting-page.tsx'

type Data = AnswerTo<'GET /operator/settings/countries'>

/** Renders the countries that orders are delivered to. */
export function Countries(_props: SectionProps) {
  const query = useQuery({
    queryKey: ['operator', 'settings', 'countries'],
    queryFn: ({ signal }) => call('GET /operator/settings/countries', {}, { signal }),
    // A reload would replace the user's input.
    refetchOnWindowFocus: false,
  })
  return (
    <SettingPage current="countries" query={query}>
      {({ countries, version }) => <CountriesForm countries={countries} version={version} />}
    </SettingPage>
  )
}

function CountriesForm({ countries, version }: Pick<Data, 'countries' | 'version'>) {
  const first = countries.filter(({ isServed }) => !isServed).map(({ code }) => code)
  const [closed, setClosed] = useState<readonly string[]>(first)
  const [search, setSearch] = useState('')
  const { isBusy, perform } = useOperatorAction()
  const isChanged = closed.toSorted().join() !== first.toSorted().join()
  const shown = countries.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  const save = () =>
    perform(() => call('POST /operator/settings/countries', { body: { closed: [...closed], version } }))

  function change(codes: readonly string[], isServed: boolean): void {
    const others = closed.filter((code) => !codes.includes(code))
    setClosed(isServed ? others : [...others, ...codes])
  }

  return (
    <SettingForm
      isChanged={isChanged}
      isBusy={isBusy}
      onSave={() => void save()}
      onDiscard={() => setClosed(first)}
    >
      {(isReadOnly) => (
        <Panel
          title="Countries you deliver to"
          hint={`${countries.length - closed.length} of ${countries.length}`}
        >
          <p className="mb-4 max-w-prose text-sm text-ink-soft">
            Shoppers can order to these countries if a supplier ships there. Existing orders aren’t affected.
          </p>
          <div className="mb-4 flex flex-wrap items-end gap-2">
            <Field
              type="search"
              label="Find a country"
              className="min-w-48 grow"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
            <BulkActions shown={shown} disabled={isReadOnly} onChange={change} />
          </div>
          {shown.length === 0 && <p className="text-sm text-ink-soft">No countries found.</p>}
          <ul className="grid gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
            {shown.map(({ code, name }) => (
              <li key={code}>
                <Checkbox
                  label={name}
                  disabled={isReadOnly}
                  checked={!closed.includes(code)}
                  onChange={(event) => change([code], event.target.checked)}
                />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </SettingForm>
  )
}

function BulkActions(props: {
  shown: Data['countries']
  disabled: boolean
  onChange: (codes: readonly string[], isServed: boolean) => void
}) {
  const { shown, disabled, onChange } = props
  const codes = shown.map(({ code }) => code)
  if (disabled || codes.length === 0) return null
  return (
    <>
      <Action onClick={() => onChange(codes, true)}>Select all {codes.length}</Action>
      <Action onClick={() => onChange(codes, false)}>Clear all {codes.length}</Action>
    </>
  )
}
