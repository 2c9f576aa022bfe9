import { PackageCheck, Printer } from 'lucide'
import { useState } from 'react'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatMoney } from '#web/console/data/format.ts'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { Link } from '#web/ui/link.tsx'
import { labelAddress, SUPPLIER, supplierOrderAddress } from '../../console/addresses.ts'
import { formatRate } from '../label/rates-panel.tsx'
import { PackingDialog } from '../../orders/packing-dialog.tsx'
import { type BatchLabel, isBeingBought, type RefusedLabel, useLabelBatch } from './use-label-batch.ts'

/**
 * Renders the outcome of each label of a batch, and the next steps. They are printing all documents as one file, and
 * packing.
 */
export function BatchResults({ batch }: { batch: string }) {
  const { query, refused } = useLabelBatch(batch)
  return (
    <Loaded query={query}>
      {(labels) => (
        <>
          <BatchState labels={labels} refused={refused.length} />
          <section aria-label="Labels" className="console-panel">
            <ul className="divide-y divide-line">
              {refused.map((one) => (
                <RefusedRow key={one.id} refused={one} />
              ))}
              {labels.map((label) => (
                <LabelRow key={label.id} label={label} />
              ))}
            </ul>
          </section>
        </>
      )}
    </Loaded>
  )
}

function BatchState({ labels, refused }: { labels: readonly BatchLabel[]; refused: number }) {
  const [isPrinting, setIsPrinting] = useState(false)
  const coming = labels.filter(isBeingBought).length
  const bought = labels.filter(({ file }) => file !== null && file !== '')
  const done = labels.length - coming
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-48 flex-1">
        <p aria-live="polite" className="text-sm font-semibold">
          {coming > 0
            ? `Buying labels: ${done} of ${labels.length} done`
            : describeEnd(bought.length, labels.length + refused - bought.length)}
        </p>
        {coming > 0 && (
          <progress
            value={done}
            max={labels.length}
            aria-label="Labels bought"
            className="mt-1.5 w-full max-w-sm"
          />
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Action
          icon={Printer}
          disabled={bought.length === 0 || coming > 0}
          onClick={() => setIsPrinting(true)}
        >
          Pick list, slips and labels
        </Action>
        <ActionLink variant="primary" icon={PackageCheck} href={SUPPLIER.packing}>
          Start packing
        </ActionLink>
      </div>
      <PackingDialog
        orders={[...new Set(bought.map(({ order }) => order))]}
        isOpen={isPrinting}
        onClose={() => setIsPrinting(false)}
      />
    </div>
  )
}

function describeEnd(bought: number, failed: number): string {
  const labels = bought === 1 ? '1 label bought' : `${bought} labels bought`
  return failed === 0 ? `${labels}.` : `${labels}, ${failed} failed.`
}

function LabelRow({ label }: { label: BatchLabel }) {
  const { state, failure, service, title, cost, currency, order, number, customer } = label
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-44">
        <Link href={supplierOrderAddress(order)} className="font-semibold hover:underline">
          {number}
        </Link>
        <p className="truncate text-xs text-ink-soft">
          {[customer, service && formatRate({ carrier: title ?? '', service })].filter(Boolean).join(' · ')}
        </p>
        {failure !== null && (
          <p className="text-xs text-danger">
            {failure}{' '}
            <Link href={labelAddress(order)} className="text-link">
              Refresh rates
            </Link>
          </p>
        )}
      </div>
      {cost !== null && currency !== null && (
        <span className="tabular-nums">{formatMoney(cost, currency)}</span>
      )}
      {isBeingBought(label) ? (
        <Status tone="wait">Being bought</Status>
      ) : state === 'failed' ? (
        <Status tone="bad">Not bought</Status>
      ) : (
        <Status tone="good">Bought</Status>
      )}
    </li>
  )
}

function RefusedRow({ refused }: { refused: RefusedLabel }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm">
      <p className="min-w-0 flex-1 basis-44">
        <Link href={labelAddress(refused.id)} className="text-link">
          Order
        </Link>{' '}
        <span className="text-danger">{refused.message}</span>
      </p>
      <Status tone="bad">Not bought</Status>
    </li>
  )
}
