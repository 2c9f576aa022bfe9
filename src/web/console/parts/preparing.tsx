import { formatNumber } from '../data/format.ts'
import { Panel } from './panel.tsx'

/** Renders that the figures of a page are being prepared, with the number of orders that are left. */
export function Preparing({ orders }: { orders: number }) {
  return (
    <Panel title="We’re preparing your figures">
      <p role="status" className="max-w-prose text-sm text-ink-soft">
        {orders === 1 ? '1 order is left.' : `${formatNumber(orders)} orders are left.`} This happens once.
        The figures appear here as soon as all orders are included.
      </p>
    </Panel>
  )
}

/** Returns the milliseconds after which a page asks again for figures that are being prepared; false if none are. */
export function getPreparingInterval({
  state,
}: Readonly<{ state: Readonly<{ data?: Readonly<{ preparing: number }> | undefined }> }>): number | false {
  return state.data && state.data.preparing > 0 ? 1_000 : false
}
