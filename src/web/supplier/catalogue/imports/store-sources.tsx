import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConnectionData } from '#features/stores/connections/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { CONNECT_STORE, importAddress, SUPPLIER } from '../../console/addresses.ts'

const PLATFORMS = { shopify: 'Shopify', woocommerce: 'WooCommerce' } as const

/** Renders the connected stores, each with a button that imports it; without a store, a link to connect one. */
export function StoreSources() {
  const query = useQuery({
    queryKey: ['supplier', 'connections'],
    queryFn: ({ signal }) => call('GET /stores/connections', undefined, { signal }),
  })
  return (
    <Panel title="From your store">
      <Loaded query={query}>
        {({ connections }) => (
          <div className="flex flex-col gap-3">
            <p className="max-w-prose text-sm text-ink-soft">
              Bring products from your Shopify or WooCommerce store with all variants, weights and pictures.
              You review every change before it is made.
            </p>
            {connections.length > 0 && (
              <ul className="flex flex-col divide-y divide-line border-y border-line">
                {connections.map((connection) => (
                  <StoreRow key={connection.id} connection={connection} />
                ))}
              </ul>
            )}
            <div className="flex flex-wrap gap-2">
              {connections.length > 0 && <ActionLink href={SUPPLIER.store}>View sync settings</ActionLink>}
              <ActionLink href={CONNECT_STORE}>
                {connections.length === 0 ? 'Connect your store' : 'Manage connected stores'}
              </ActionLink>
            </div>
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

function StoreRow({ connection }: { connection: ConnectionData }) {
  const { id, name, platform, address, problem } = connection
  const queries = useQueryClient()
  const go = useNavigateTo()
  const start = useMutation({
    mutationFn: () => call('POST /supplier/store-imports', { body: { connectionId: id } }),
    onSuccess({ import: stored }) {
      queries.setQueryData(['supplier', 'import', stored.id], stored)
      void queries.invalidateQueries({ queryKey: ['supplier', 'imports'] })
      void go(importAddress(stored.id))
    },
    onError: (error) =>
      toast.error(explainError(error, 'We couldn’t read your store. Please try again in a moment.')),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 text-sm">
        <p className="font-semibold wrap-anywhere">{name || address}</p>
        <p className="text-xs wrap-anywhere text-ink-soft">
          {PLATFORMS[platform]} · {address}
        </p>
        {problem !== null && (
          <p className="mt-1 text-xs wrap-anywhere">
            <Status tone="bad">Needs attention</Status> {problem}
          </p>
        )}
      </div>
      <Action
        busy={start.isPending}
        aria-label={`Import from ${name || address}`}
        onClick={() => start.mutate()}
      >
        Import
      </Action>
    </li>
  )
}
