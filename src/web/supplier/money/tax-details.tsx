import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { useCan } from '#web/console/frame/business.tsx'
import { ActionLink } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { SUPPLIER } from '../console/addresses.ts'
import { VERIFICATION_KEY } from '../verification/document-actions.tsx'

const ITEMS = [
  { item: 'company', label: 'Company' },
  { item: 'address', label: 'Address' },
  { item: 'tax_number', label: 'Tax number' },
] as const

/** Renders the recipient of statements: company, address and tax number, as stated for verification. */
export function TaxDetails() {
  const can = useCan()
  const canRead = can('settings:read')
  const query = useQuery({
    queryKey: VERIFICATION_KEY,
    queryFn: async ({ signal }) => (await call('GET /supplier/verification', {}, { signal })).verification,
    enabled: canRead,
  })
  if (!canRead) return null
  return (
    <Panel title="On your statements">
      <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
        {({ items }) => (
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
            {ITEMS.map(({ item, label }) => {
              const stated = items.find((one) => one.item === item)
              const isUsed = stated?.statement && stated.status !== 'rejected'
              return (
                <div key={item} className="contents">
                  <dt className="text-ink-soft">{label}</dt>
                  <dd className="wrap-anywhere">{isUsed ? stated.statement : 'Not stated'}</dd>
                </div>
              )
            })}
          </dl>
        )}
      </Loaded>
      {can('settings:write') && (
        <ActionLink href={SUPPLIER.verification} className="mt-3">
          Edit in Verification
        </ActionLink>
      )}
    </Panel>
  )
}
