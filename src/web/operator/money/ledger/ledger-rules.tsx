import { Loaded } from '#web/console/data/console-data.tsx'
import { formatDateTime, formatNumber } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { useLedgerRules } from './ledger-state.tsx'

/** Renders the ledger's rules, recomputed from the entries, broken ones first with examples. */
export function LedgerRules() {
  const query = useLedgerRules()
  return (
    <>
      <PageHead title="Ledger rules">
        <Action busy={query.isFetching} onClick={() => void query.refetch()}>
          Check again
        </Action>
      </PageHead>
      <div className="console-panel">
        <Loaded query={query}>
          {({ invariants, checkedAt, postings, entries }) => (
            <>
              <p className="border-b border-line px-4 py-3 text-sm text-ink-soft">
                Checked {formatDateTime(checkedAt)}: {formatNumber(postings)} postings with{' '}
                {formatNumber(entries)} entries.
              </p>
              <ul className="divide-y divide-line">
                {invariants
                  .toSorted((one, other) => Number(one.holds) - Number(other.holds))
                  .map(({ name, rule, holds, count, examples }) => (
                    <li key={name} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 text-sm">
                      <div className="min-w-0 flex-1 basis-60">
                        <p>{rule}</p>
                        {examples.map((example) => (
                          <p key={example} className="text-xs wrap-anywhere text-danger">
                            {example}
                          </p>
                        ))}
                      </div>
                      <Status tone={holds ? 'good' : 'bad'}>
                        {holds ? 'Holds' : `Broken ${formatNumber(count)} times`}
                      </Status>
                    </li>
                  ))}
              </ul>
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}
