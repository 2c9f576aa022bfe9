import type { PublishPlanData } from '#features/stores/listings/contract.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatDateTime, formatNumber } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { Problem } from '#web/console/parts/dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Link } from '#web/ui/link.tsx'
import { VENDOR } from '../console/addresses.ts'
import { TestOrderLink } from '../console/test-order-link.tsx'
import type { SectionProps } from '../console/vendor-page.tsx'
import { TEXT_FIELDS, TEXT_NAMES } from '../listings/listing-status.ts'
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
            title={plan.fields ? `Fields in ${plan.store.name}` : `Publish to ${plan.store.name}`}
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
  const { apply, cancel, planAgain, undo } = usePlanActions(plan.id)
  const { state, counts } = plan
  if (state === 'planning' || state === 'applying')
    return (
      <Action busy={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel
      </Action>
    )
  return (
    <>
      {plan.undoable > 0 && (
        <Action busy={undo.isPending} onClick={() => undo.mutate()}>
          Undo {countListings(plan.undoable)}
        </Action>
      )}
      {!plan.fields && (
        <Action busy={planAgain.isPending} onClick={() => planAgain.mutate(plan.store.id)}>
          Plan again
        </Action>
      )}
      {plan.plannedAt !== null && counts.due > 0 && (
        <Action variant="primary" busy={apply.isPending} onClick={() => apply.mutate()}>
          {plan.fields
            ? `Change ${countListings(counts.due)}`
            : state === 'planned'
              ? `Publish ${countProducts(counts.due)}`
              : `Resume with ${countProducts(counts.due)}`}
        </Action>
      )}
      {isPublished(plan) && counts.due === 0 && (
        <TestOrderLink
          storeId={plan.store.id}
          variant="primary"
          fallback={
            <ActionLink variant="primary" href={VENDOR.orders}>
              See your orders
            </ActionLink>
          }
        />
      )}
    </>
  )
}

function Stage({ plan }: { plan: PublishPlanData }) {
  const { state, failure, counts, fields, productsRead } = plan
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
        title={fields ? 'Changing fields' : 'Publishing'}
        value={done}
        max={total}
        text={`${formatNumber(done)} of ${countProducts(total)}`}
        hint={`You can leave this page while this runs. If you cancel, products ${fields ? 'changed' : 'published'} so far are kept.`}
      />
    )
  }
  if (state === 'planned') return fields ? <FieldSummary plan={plan} /> : <Summary plan={plan} />
  if (fields) return <FieldResult plan={plan} />
  return (
    <Panel title={state === 'applied' ? 'Published' : 'Cancelled'}>
      <p role="status" className="max-w-prose text-sm text-ink-soft">
        {countProducts(counts.applied)} published.
        {counts.notApplied > 0 &&
          ` ${countProducts(counts.notApplied)} had changed in the meantime or were refused: see “Not published”.`}
      </p>
      {isPublished(plan) && (
        <p className="mt-2 max-w-prose text-sm text-ink-soft">
          Prices and stock stay synced from now on: see them in{' '}
          <Link href={VENDOR.listings} className="underline">
            your listings
          </Link>
          . Orders that customers place there arrive in{' '}
          <Link href={VENDOR.orders} className="underline">
            your orders
          </Link>
          .
        </p>
      )}
    </Panel>
  )
}

/** Returns whether a plan has put products into the store. */
function isPublished({ state, fields, counts }: PublishPlanData): boolean {
  return state === 'applied' && !fields && counts.applied > 0
}

function FieldSummary({ plan: { counts, fields } }: { plan: PublishPlanData }) {
  if (counts.due === 0)
    return (
      <Panel title="Nothing to change">
        <p className="text-sm text-ink-soft">
          {counts.skip + counts.conflict === 0
            ? 'None of these products is in your store yet.'
            : 'All listings have these settings already, with the same values in your store.'}
        </p>
      </Panel>
    )
  return (
    <Panel title={`Review the changes of ${countListings(counts.due)}`}>
      <ul className="text-sm">
        {describeFields(fields).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="mt-2 max-w-prose text-sm text-ink-soft">
        Nothing changes in your store until you confirm. You can undo it for 30 days. Stock and pictures stay
        as they are.
      </p>
    </Panel>
  )
}

function FieldResult({ plan: { state, counts, undoneAt } }: { plan: PublishPlanData }) {
  return (
    <Panel title={undoneAt !== null ? 'Undone' : state === 'applied' ? 'Changed' : 'Cancelled'}>
      <p role="status" className="max-w-prose text-sm text-ink-soft">
        {undoneAt !== null
          ? `Undone ${formatDateTime(undoneAt)}. Your store gets the former texts and prices back; a store’s own prices of products with variants stay as they are.`
          : `${countListings(counts.applied)} changed.`}
        {counts.notApplied > 0 &&
          ` ${countListings(counts.notApplied)} had changed in the meantime or were refused: see “Not updated”.`}
      </p>
    </Panel>
  )
}

function describeFields(fields: PublishPlanData['fields']): string[] {
  const price = fields?.price
  const texts = TEXT_FIELDS.flatMap((field) => {
    const owner = fields?.[field]
    if (!owner) return []
    return [
      `${TEXT_NAMES[field]}: ${owner === 'supplier' ? 'follows the supplier' : 'locked, your store sets it'}`,
    ]
  })
  return price
    ? [`Price: ${price === 'rule' ? 'follows your price rules' : 'locked, your store sets it'}`, ...texts]
    : texts
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
            : 'Nothing has changed since your products were last sent to your store.'}
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

function countListings(count: number): string {
  return count === 1 ? '1 listing' : `${formatNumber(count)} listings`
}

function countProducts(count: number): string {
  return count === 1 ? '1 product' : `${formatNumber(count)} products`
}
