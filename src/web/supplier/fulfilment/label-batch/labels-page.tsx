import { useNavigateTo } from '#web/app/router/navigation.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { ActionLink } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { toAddress } from '#web/console/table/use-address.ts'
import { SUPPLIER } from '../../console/addresses.ts'
import type { SectionProps } from '../../console/supplier-page.tsx'
import { needsLabel, useOrdersToPack } from '../packing/use-packing.ts'
import { BatchResults } from './batch-results.tsx'
import { LabelReview } from './label-review.tsx'

/** The most labels that can be bought at once. */
const MAX_LABELS = 100

/** Renders the purchase of labels for many orders: a review of costs, then the outcomes. */
export function LabelsPage({ search }: SectionProps) {
  const go = useNavigateTo()
  const { batch, orders } = search
  const showBatch = (bought: string) =>
    void go(toAddress(SUPPLIER.labels, { batch: bought }), { replace: true })
  return (
    <>
      <PageHead title="Buy labels" back={{ href: SUPPLIER.packing, label: 'Orders to pack' }} />
      {batch ? (
        <BatchResults batch={batch} />
      ) : orders ? (
        <LabelReview orderIds={[...new Set(orders.split(','))].slice(0, MAX_LABELS)} onBought={showBatch} />
      ) : (
        <TodaysLabels onBought={showBatch} />
      )}
    </>
  )
}

/** Renders the review for all orders to pack without a label, as the address names no orders. */
function TodaysLabels({ onBought }: { onBought: (batch: string) => void }) {
  const query = useOrdersToPack()
  return (
    <Loaded query={query}>
      {(orders) => {
        const ids = orders.filter(needsLabel).map(({ id }) => id)
        return ids.length === 0 ? (
          <div className="console-panel">
            <Empty title="All labels bought" text="All orders to pack today have their labels.">
              <ActionLink href={SUPPLIER.packing}>Go to the orders to pack</ActionLink>
            </Empty>
          </div>
        ) : (
          <LabelReview orderIds={ids} onBought={onBought} />
        )
      }}
    </Loaded>
  )
}
