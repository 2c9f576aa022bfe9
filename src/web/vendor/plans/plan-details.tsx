import type { PublishPlanData } from '#features/stores/listings/contract.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatNumber } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Problem } from '#web/console/parts/dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { VENDOR } from '../console/addresses.ts'
import type { SectionProps } from '../console/vendor-page.tsx'
import { PlanTable } from './plan-table.tsx'
import { usePlan, usePlanActions } from './use-plan.ts'

/** Renders a publish plan: its changes and their outcomes. */
export function PlanDetails({ id, search }: SectionProps) {
  const query = usePlan(id)
  return (
    <Loaded query={query}>
      {(plan) => (
        <>
          <PageHead
            title={`Publish to ${plan.store.name}`}
            back={{ href: VENDOR.listings, label: 'All listings' }}
            isBar
          >
            <HeadActions plan={plan} />
          </PageHead>
          <div className="flex flex-col gap-4 max-md:pb-20">
            <Stage plan={plan} />
            {plan.plannedAt !== null && <PlanTable plan={plan} search={search} />}
          </div>
        </>
      )}
    </Loaded>
  )
}

function HeadActions({ plan }: { plan: PublishPlanData }) {
  const { apply, cancel, planAgain } = usePlanActions(plan.id)
  const { state, counts } = plan
  if (state === 'planning' || state === 'applying')
    return (
      <Action busy={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel
      </Action>
    )
  return (
    <>
      <Action busy={planAgain.isPending} onClick={() => planAgain.mutate(plan.store.id)}>
        Plan again
      </Action>
      {plan.plannedAt !== null && counts.due > 0 && (
        <Action variant="primary" busy={apply.isPending} onClick={() => apply.mutate()}>
          {state === 'planned'
            ? `Publish ${countProducts(counts.due)}`
            : `Resume with ${countProducts(counts.due)}`}
        </Action>
      )}
    </>
  )
}

function Stage({ plan }: { plan: PublishPlanData }) {
  const { state, failure, counts, productsRead } = plan
  if (state === 'failed') return <Problem text={failure ?? 'We couldn’t read your store.'} />
  if (state === 'planning')
    return (
      <Progress
        title="Comparing with your store"
        text={`Read ${countProducts(productsRead)} of your store so far`}
        hint="Nothing has changed yet. You can leave this page and come back."
      />
    )
  if (state === 'applying') {
    const total = counts.create + counts.update
    const done = counts.applied + counts.notApplied
    return (
      <Progress
        title="Publishing"
        value={done}
        max={total}
        text={`${formatNumber(done)} of ${countProducts(total)}`}
        hint="You can leave this page while publishing runs. If you cancel, products published so far are kept."
      />
    )
  }
  if (state === 'planned') return <Summary plan={plan} />
  return (
    <Panel title={state === 'applied' ? 'Published' : 'Cancelled'}>
      <p role="status" className="max-w-prose text-sm text-ink-soft">
        {countProducts(counts.applied)} published.
        {counts.notApplied > 0 &&
          ` ${countProducts(counts.notApplied)} had changed in the meantime or were refused: see “Not published”.`}
      </p>
    </Panel>
  )
}

function Progress(props: { title: string; text: string; hint: string; value?: number; max?: number }) {
  const { title, text, hint, value, max = 1 } = props
  return (
    <Panel title={title}>
      <progress
        aria-label={title}
        max={Math.max(1, max)}
        {...(value === undefined ? {} : { value })}
        className="h-2 w-full accent-accent"
      />
      <p role="status" className="mt-2 text-sm tabular-nums">
        {text}
      </p>
      <p className="mt-1 text-xs text-ink-soft">{hint}</p>
    </Panel>
  )
}

function Summary({ plan: { counts } }: { plan: PublishPlanData }) {
  if (counts.due === 0)
    return (
      <Panel title="Nothing to publish">
        <p className="text-sm text-ink-soft">
          {counts.conflict > 0
            ? 'No product can be published. See the reasons below, then plan again.'
            : 'Your store has all your products, with the same prices and stock.'}
        </p>
      </Panel>
    )
  return (
    <Panel title="Review the changes">
      <p className="max-w-prose text-sm text-ink-soft">
        Nothing changes in your store until you publish. We don’t change text or pictures of existing
        products. We send the stock at the time of publishing.
      </p>
    </Panel>
  )
}

function countProducts(count: number): string {
  return count === 1 ? '1 product' : `${formatNumber(count)} products`
}
