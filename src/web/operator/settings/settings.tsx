import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatDateTime } from '#web/console/data/format.ts'
import { Panel } from '#web/console/parts/panel.tsx'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import type { SectionProps } from '../console/operator-page.tsx'
import { IssuerForm } from './issuer-form.tsx'
import { EarlierVersions } from './setting-page.tsx'
import { SettingsHead } from './settings-head.tsx'

type History = AnswerTo<'GET /operator/settings/issuer'>['history']

/** Renders the marketplace's settings: the issuer of its documents, and past ones. */
export function Settings(_props: SectionProps) {
  const query = useQuery({
    queryKey: ['operator', 'settings', 'issuer'],
    queryFn: ({ signal }) => call('GET /operator/settings/issuer', {}, { signal }),
    // A reload would replace the user's input.
    refetchOnWindowFocus: false,
  })
  return (
    <>
      <SettingsHead current="issuer" />
      <Loaded query={query} skeleton={<SkeletonRows />}>
        {({ issuer, version, history }) => (
          <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
            <Panel title="Issuer of documents">
              <IssuerForm key={version} issuer={issuer} version={version} />
            </Panel>
            <Panel title="History">
              <Versions history={history} />
              <EarlierVersions count={history.length} />
            </Panel>
          </div>
        )}
      </Loaded>
    </>
  )
}

function Versions({ history }: { history: History }) {
  if (history.length === 0)
    return (
      <p className="text-sm text-ink-soft">
        No changes yet. The issuer comes from the server’s configuration.
      </p>
    )
  return (
    <ol className="flex flex-col gap-4 text-sm">
      {history.map(({ issuer, validFrom, savedBy }) => (
        <li key={validFrom ?? 'first'}>
          <p className="text-xs text-ink-soft">
            {validFrom === null
              ? 'From the beginning'
              : `Since ${formatDateTime(validFrom)}, by ${savedBy || 'a closed account'}`}
          </p>
          <p className="font-medium wrap-anywhere">{issuer.name}</p>
          <p className="wrap-anywhere text-ink-soft">{issuer.lines.join(', ')}</p>
        </li>
      ))}
    </ol>
  )
}
