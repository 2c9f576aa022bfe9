import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatNumber } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { Link } from '#web/ui/link.tsx'
import { reliabilityAddress } from '../console/addresses.ts'
import { formatMinutes, PART_TEXTS, type ReliabilityPartData } from './reliability-texts.ts'

type ReliabilityAnswer = AnswerTo<'GET /supplier/reliability'>

/** Renders a store's reliability: each figure with its target, basis, and orders. */
export function Reliability() {
  const query = useQuery({
    queryKey: ['supplier', 'reliability'],
    queryFn: ({ signal }) => call('GET /supplier/reliability', {}, { signal }),
  })
  return (
    <>
      <PageHead
        title="Reliability"
        about="Counted from your orders of the last 180 days. Buyers and vendors see the same figures."
      />
      <Loaded query={query}>{(answer) => <Figures answer={answer} />}</Loaded>
    </>
  )
}

function Figures({ answer }: { answer: ReliabilityAnswer }) {
  const { finished, minimum, parts } = answer
  return (
    <div className="flex flex-col gap-4">
      {finished < minimum && (
        <p className="rounded-md bg-mist px-4 py-3 text-sm">
          <span className="font-semibold">Not enough data yet.</span> Figures appear once {minimum} of your
          orders are finished; {finished} are so far. Until then buyers see what you have stated about your
          store.
        </p>
      )}
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {parts.map((part) => (
          <li
            key={part.part}
            className="console-panel relative flex flex-col px-4 py-4 hover:border-line-strong"
          >
            <Part part={part} answer={answer} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Part({ part, answer }: { part: ReliabilityPartData; answer: ReliabilityAnswer }) {
  const { title, about } = PART_TEXTS[part.part]
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-sm">
          <Link href={reliabilityAddress(part.part)} className="after:absolute after:inset-0">
            {title}
            <span className="sr-only">: see the orders</span>
          </Link>
        </h2>
        <TargetStatus part={part} />
      </div>
      <p className="mt-2 text-2xl font-semibold tabular-nums">{formatPart(part, answer)}</p>
      <p className="mt-1 text-xs text-ink-soft tabular-nums">{describeCounts(part, answer)}</p>
      <p className="mt-3 border-t border-line pt-3 text-xs text-ink-soft">{about}</p>
    </>
  )
}

function TargetStatus({ part: { percent, target } }: { part: ReliabilityPartData }) {
  if (target === null || percent === null) return null
  return percent >= target ? (
    <Status tone="good">On target</Status>
  ) : (
    <Status tone="wait">Below {target}%</Status>
  )
}

function formatPart({ part, percent }: ReliabilityPartData, answer: ReliabilityAnswer): string {
  if (part !== 'answers') return percent === null ? '–' : `${percent}%`
  const { answerMinutes, finished, minimum } = answer
  return answerMinutes === null || finished < minimum ? '–' : formatMinutes(answerMinutes)
}

function describeCounts(
  { part, counted, bad }: ReliabilityPartData,
  { outOfStock }: ReliabilityAnswer,
): string {
  if (counted === 0) return 'No orders to count yet'
  const orders = counted === 1 ? '1 order' : `${formatNumber(counted)} orders`
  if (part === 'answers') return `Median of ${orders}`
  const stock = part === 'not_cancelled' && outOfStock > 0 ? `, ${outOfStock} of them out of stock` : ''
  const word = PART_TEXTS[part].bad.toLowerCase()
  return bad === 0 ? `All of ${orders}` : `${formatNumber(bad)} of ${orders} ${word}${stock}`
}
