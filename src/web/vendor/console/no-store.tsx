import { useCan } from '#web/console/frame/business.tsx'
import { ActionLink } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { VENDOR } from './addresses.ts'

/** Renders that no store is connected, with a link for accounts that may connect one. */
export function NoStore() {
  const can = useCan()
  if (!can('connections:write'))
    return (
      <Empty
        title="No store is connected"
        text="Orders and listings appear here once a store is connected."
      />
    )
  return (
    <Empty title="No store is connected" text="Connect your store, or try everything with a practice shop.">
      <ActionLink variant="primary" href={VENDOR.store}>
        Connect a store
      </ActionLink>
    </Empty>
  )
}
