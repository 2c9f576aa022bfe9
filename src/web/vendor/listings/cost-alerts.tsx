import { useQuery } from '@tanstack/react-query'
import type { CostAlertGroupData, CostDecisionData } from '#features/stores/listings/cost-alerts/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatDateTime, formatMoney, formatNumber } from '#web/console/data/format.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { useCostDecision } from './use-cost-decision.ts'

/**
 * Renders listings whose cost rose, by supplier, with the decisions and undo. Each decision states its effect and takes
 * one click.
 */
export function CostAlerts() {
  const query = useQuery({
    queryKey: ['vendor', 'cost-alerts'],
    queryFn: ({ signal }) => call('GET /vendor/cost-alerts', {}, { signal }),
    refetchInterval: 30_000,
  })
  return (
    <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
      {({ groups, decisions }) => (
        <div className="mb-4 flex flex-col gap-4">
          {groups.map((group) => (
            <CostGroup key={group.supplier.id} group={group} />
          ))}
          {decisions.length > 0 && <Decisions decisions={decisions} />}
        </div>
      )}
    </Loaded>
  )
}

function CostGroup({ group }: { group: CostAlertGroupData }) {
  const { supplier, product, listings, stores, floorBps, effects, examples } = group
  const { followRule, keepPrice } = effects
  const canWrite = useCan()('listings:write')
  const { decide } = useCostDecision()
  const count = formatListings(listings)
  const title = product
    ? `Cost of ${product} up ${formatRise(group)}`
    : `Costs at ${supplier.name} up ${formatRise(group)}`
  const choices = [
    {
      decision: 'follow_rule',
      label: 'Apply my rules',
      effect:
        followRule.changed === 0
          ? 'Your rules give the same prices, so nothing changes.'
          : `${followRule.changed === 1 ? '1 price goes' : `${followRule.changed} prices go`} ${followRule.averageBps < 0 ? 'down' : 'up'} by ${formatPercent(Math.abs(followRule.averageBps))} on average.${followRule.stillBelow > 0 ? ` ${formatListings(followRule.stillBelow)} still below your minimum margin.` : ''}`,
    },
    {
      decision: 'keep_price',
      label: 'Keep prices',
      effect: `Margins go down to ${formatPercent(keepPrice.lowestMarginBps)}.${keepPrice.atLoss > 0 ? ` You lose money on ${formatListings(keepPrice.atLoss)}.` : ''}`,
    },
    {
      decision: 'take_off',
      label: 'Take off sale',
      effect: `${count} can’t be bought in ${stores === 1 ? 'your store' : `${stores} stores`}. Placed orders stay.`,
    },
  ] as const
  return (
    <Panel title={title} hint={product ? supplier.name : undefined}>
      <p className="text-sm">
        {count} below your minimum margin of {formatPercent(floorBps)}.
      </p>
      <Examples listings={examples} total={listings} />
      <ul className="mt-3 grid gap-3 md:grid-cols-3">
        {choices.map(({ decision, label, effect }) => (
          <li key={decision} className="flex flex-col gap-2 rounded-md border border-line p-3">
            <p className="grow text-xs text-ink-soft">{effect}</p>
            {canWrite && (
              <Action
                variant={decision === 'follow_rule' ? 'primary' : 'outline'}
                disabled={decision === 'follow_rule' && followRule.changed === 0}
                busy={decide.isPending}
                onClick={() => decide.mutate({ group, decision })}
              >
                {label}
              </Action>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Examples({ listings, total }: { listings: CostAlertGroupData['examples']; total: number }) {
  return (
    <ul className="mt-2 flex flex-col gap-1 text-xs text-ink-soft tabular-nums">
      {listings.map(
        ({ productId, name, store, currency, costBefore, costAfter, price, marginBps, rulePrice }) => (
          <li key={`${productId} ${store}`} className="flex flex-wrap justify-between gap-x-4">
            <span className="wrap-anywhere">
              {name} · {store}
            </span>
            <span>
              cost {formatMoney(costBefore, currency)} → {formatMoney(costAfter, currency)}
              {price !== null &&
                `, sold for ${formatMoney(price, currency)}, margin ${formatPercent(marginBps)}`}
              {rulePrice !== null &&
                rulePrice !== price &&
                `, by your rules ${formatMoney(rulePrice, currency)}`}
            </span>
          </li>
        ),
      )}
      {total > listings.length && (
        <li>and {formatListings(total - listings.length)} more, in the table below</li>
      )}
    </ul>
  )
}

const DECISIONS: Readonly<Record<CostDecisionData['decision'], string>> = {
  follow_rule: 'prices follow your rules',
  keep_price: 'prices kept',
  take_off: 'taken off sale',
}

function Decisions({ decisions }: { decisions: readonly CostDecisionData[] }) {
  const canWrite = useCan()('listings:write')
  const { undo } = useCostDecision()
  return (
    <Panel title="Decided" hint="can be undone for 30 days" isFlush>
      <ul className="divide-y divide-line border-t border-line text-sm">
        {decisions.map(({ id, decision, title, listings, decidedAt, undoneAt, canUndo }) => (
          <li
            key={id}
            className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2"
          >
            <span>
              {title}: {formatListings(listings)}, {DECISIONS[decision]}
              <span className="block text-xs text-ink-soft">
                {formatDateTime(decidedAt)}
                {undoneAt && ` · undone ${formatDateTime(undoneAt)}`}
              </span>
            </span>
            {canUndo && canWrite && (
              <Action isSmall busy={undo.isPending} onClick={() => undo.mutate(id)}>
                Undo
              </Action>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function formatListings(count: number): string {
  return count === 1 ? '1 listing' : `${formatNumber(count)} listings`
}

function formatPercent(bps: number): string {
  return `${(bps / 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`
}

function formatRise({ riseBps: { least, most } }: CostAlertGroupData): string {
  const [from, to] = [formatPercent(least), formatPercent(most)]
  return from === to ? to : `${from.replace('%', '')} to ${to}`
}
