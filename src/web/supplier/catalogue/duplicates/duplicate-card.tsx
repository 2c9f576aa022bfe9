import { useState } from 'react'
import type { ProductDuplicateData } from '#features/catalogue/catalog/management/duplicates/contract.ts'
import { formatDay } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { DuplicateProductView } from './duplicate-product.tsx'
import { REASON_TEXTS } from './duplicate-texts.ts'
import { MergeDialog } from './merge-dialog.tsx'

/** The actions on a pair of possible duplicates. */
export type DuplicateActions = Readonly<{
  isBusy: boolean
  canWrite: boolean
  keepBoth: (id: string) => void
  undo: (id: string) => void
  onMerged: (message: string) => void
}>

/** Renders a pair of possible duplicates side by side, with the actions. */
export function DuplicateCard({
  duplicate,
  actions,
}: {
  duplicate: ProductDuplicateData
  actions: DuplicateActions
}) {
  const [keep, setKeep] = useState<string>()
  const { id, reasons, state, products } = duplicate
  const [first, second] = products
  if (!first || !second) return null
  return (
    <article aria-label={`${first.title} and ${second.title}`} className="console-panel">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2.5">
        <p className="flex flex-wrap gap-1.5">
          {reasons.map((reason) => (
            <Status key={reason} tone="wait">
              {REASON_TEXTS[reason]}
            </Status>
          ))}
        </p>
        {state === 'open'
          ? actions.canWrite && (
              <Action isSmall disabled={actions.isBusy} onClick={() => actions.keepBoth(id)}>
                Keep both
              </Action>
            )
          : actions.canWrite && (
              <Action isSmall disabled={actions.isBusy} onClick={() => actions.undo(id)}>
                Undo
              </Action>
            )}
      </div>
      <div className="grid gap-x-8 gap-y-6 p-4 md:grid-cols-2">
        {[first, second].map((product) => (
          <section key={product.id} aria-label={product.title} className="flex min-w-0 flex-col gap-3">
            <DuplicateProductView product={product} other={product === first ? second : first} />
            {state === 'open' && actions.canWrite && (
              <KeepAction duplicate={duplicate} productId={product.id} onKeep={() => setKeep(product.id)} />
            )}
          </section>
        ))}
      </div>
      {state !== 'open' && <Decision duplicate={duplicate} />}
      {keep !== undefined && (
        <MergeDialog
          duplicate={duplicate}
          keep={keep}
          onClose={() => setKeep(undefined)}
          onDone={actions.onMerged}
        />
      )}
    </article>
  )
}

function KeepAction(props: { duplicate: ProductDuplicateData; productId: string; onKeep: () => void }) {
  const { duplicate, productId, onKeep } = props
  const product = duplicate.products.find(({ id }) => id === productId)
  const problem = duplicate.merges.find(({ keep }) => keep === productId)?.problem ?? null
  if (problem !== null) return <p className="text-xs text-ink-soft">{problem}</p>
  return (
    <div>
      <Action onClick={onKeep} aria-label={`Keep this one: ${product?.title}, ${product?.variants[0]?.sku}`}>
        Keep this one…
      </Action>
    </div>
  )
}

function Decision({ duplicate }: { duplicate: ProductDuplicateData }) {
  const { state, decidedAt, decidedBy, targetId, products } = duplicate
  const target = products.find(({ id }) => id === targetId)
  const what = state === 'separate' ? 'Separate products' : `Merged into “${target?.title ?? ''}”`
  return (
    <p className="border-t border-line px-4 py-2.5 text-xs text-ink-soft">
      {what}
      {decidedBy !== null && ` by ${decidedBy}`}
      {decidedAt !== null && `, ${formatDay(decidedAt)}`}
    </p>
  )
}
