import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatDateTime } from '#web/console/data/format.ts'
import { ActionLink } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { toAddress } from '#web/console/table/use-address.ts'
import { OPERATOR } from '../console/addresses.ts'
import { formatMember, listChanges } from '../audit/audit-values.ts'

const SHOWN = 8

/** Renders the latest changes of a supplier's store, with a link to all of them. */
export function SupplierActivity({ supplier }: { supplier: string }) {
  const query = useQuery({
    queryKey: ['operator', 'supplier', supplier, 'activity'],
    queryFn: async ({ signal }) =>
      (await call('GET /operator/audit-log', { query: { supplier } }, { signal })).entries,
  })
  return (
    <Panel
      title="Activity"
      aside={
        <ActionLink isSmall variant="quiet" href={toAddress(OPERATOR.audit, { supplier })}>
          See all
        </ActionLink>
      }
    >
      <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
        {(entries) =>
          entries.length === 0 ? (
            <p className="text-sm text-ink-soft">No changes yet.</p>
          ) : (
            <ol className="flex flex-col gap-3">
              {entries.slice(0, SHOWN).map((entry) => (
                <li key={entry.id} className="border-s-2 border-line-strong ps-3 text-sm">
                  <p className="font-semibold">{entry.action}</p>
                  <p className="text-xs text-ink-soft">
                    {formatMember(entry)} · {formatDateTime(entry.at)}
                  </p>
                  {listChanges(entry).map((change) => (
                    <p key={change.label} className="text-xs wrap-anywhere">
                      {change.label}: {change.before} → {change.after}
                    </p>
                  ))}
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Panel>
  )
}
