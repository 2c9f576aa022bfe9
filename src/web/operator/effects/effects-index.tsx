import { useState } from 'react'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { PagedList, usePages } from '#web/console/data/pages.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { EffectStatus, EffectTrail } from '#web/console/parts/effect-trail.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { ViewTabs } from '#web/console/table/table-tools.tsx'
import { toAddress } from '#web/console/table/use-address.ts'
import { formatDateTime } from '#web/console/data/format.ts'
import { OPERATOR } from '../console/addresses.ts'
import type { SectionProps } from '../console/operator-page.tsx'
import { useOperatorAction } from '../console/use-operator-action.ts'

type EffectData = AnswerTo<'GET /operator/effects'>['effects'][number]

const VIEWS = [
  { id: 'to_decide', label: 'To decide' },
  { id: 'open', label: 'Under way' },
  { id: 'all', label: 'All' },
] as const

type View = (typeof VIEWS)[number]['id']

/** Renders the effects in outside systems with every attempt. Refused and unclear ones can be retried. */
export function EffectsIndex({ search }: SectionProps) {
  const view = VIEWS.find(({ id }) => id === search['view'])?.id ?? 'to_decide'
  const query = usePages('GET /operator/effects', {
    queryKey: ['operator', 'effects', view],
    input: { query: { view } },
  })
  return (
    <>
      <PageHead title="Outside systems" />
      <div className="console-panel">
        <ViewTabs
          label="Views of the changes"
          current={view}
          tabs={VIEWS.map(({ id, label }) => ({
            id,
            label,
            href: toAddress(OPERATOR.effects, { view: id }),
          }))}
        />
        <PagedList query={query}>
          {({ pages }) => <EffectList effects={pages.flatMap(({ effects }) => effects)} view={view} />}
        </PagedList>
      </div>
    </>
  )
}

const EMPTY_TEXTS: Readonly<Record<View, Readonly<{ title: string; text: string }>>> = {
  to_decide: {
    title: 'Nothing to decide',
    text: 'Changes that an outside system refused or didn’t confirm appear here.',
  },
  open: { title: 'Nothing in progress', text: 'Changes being sent to outside systems appear here.' },
  all: {
    title: 'Nothing sent yet',
    text: 'Refunds and tracking numbers for connected stores appear here.',
  },
}

function EffectList({ effects, view }: { effects: readonly EffectData[]; view: View }) {
  if (effects.length === 0) return <Empty {...EMPTY_TEXTS[view]} />
  return (
    <ul aria-label="Changes in outside systems" className="divide-y divide-line">
      {effects.map((effect) => (
        <EffectRow key={effect.id} effect={effect} />
      ))}
    </ul>
  )
}

function EffectRow({ effect }: { effect: EffectData }) {
  const { isBusy, perform } = useOperatorAction()
  const [isOpen, setIsOpen] = useState(effect.needsDecision)
  const { id, kind, subject, state, message, createdAt, attempts, nextAttemptAt, needsDecision } = effect
  const name = `${nameKind(kind)} ${subject}`
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {nameKind(kind)} <EffectStatus state={state} />
        </p>
        <p className="text-xs wrap-anywhere text-ink-soft">
          {formatDateTime(createdAt)} · {subject}
          {effect.externalId !== null && ` · ${effect.externalId}`}
        </p>
        {needsDecision && message !== null && <p className="text-xs wrap-anywhere text-danger">{message}</p>}
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="text-link mt-1 min-h-6 text-xs"
        >
          {attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}
        </button>
        {isOpen && (
          <div className="mt-1.5">
            <EffectTrail attempts={attempts} nextAttemptAt={nextAttemptAt} />
          </div>
        )}
      </div>
      {needsDecision && (
        <Action
          isSmall
          busy={isBusy}
          aria-label={`Try again: ${name}`}
          onClick={() => void perform(() => call('POST /operator/effects/{id}/retry', { params: { id } }))}
        >
          Try again
        </Action>
      )}
    </li>
  )
}

const KINDS: Readonly<Record<string, string>> = {
  'refunds.send': 'Refund',
  'shop_orders.cancel_order': 'Cancellation in a store',
  'shop_orders.correct_parcel': 'Corrected parcel for a store',
  'shop_orders.send_parcel': 'Tracking number for a store',
  'stores.adjust_stock': 'Stock in a supplier’s store',
}

/** Returns the name of an effect by its kind. */
function nameKind(kind: string): string {
  return KINDS[kind] ?? kind
}
