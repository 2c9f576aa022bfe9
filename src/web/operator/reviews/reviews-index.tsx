import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { formatDateTime, formatDay } from '#web/console/data/format.ts'
import { PagedList, usePages } from '#web/console/data/pages.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { ViewTabs } from '#web/console/table/table-tools.tsx'
import { toAddress } from '#web/console/table/use-address.ts'
import { TextArea } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { OPERATOR, supplierAddress } from '../console/addresses.ts'
import type { SectionProps } from '../console/operator-page.tsx'

type Review = AnswerTo<'GET /operator/reviews'>['reviews'][number]
type Chosen = Readonly<{ review: Review; decision: 'remove' | 'restore' }>

const VIEWS = [
  { id: 'reported', label: 'Reported' },
  { id: 'removed', label: 'Removed' },
] as const

/** Renders reported reviews to decide on, and removed ones to restore. */
export function ReviewsIndex({ search }: SectionProps) {
  const view = VIEWS.find(({ id }) => id === search['view'])?.id ?? 'reported'
  const [chosen, setChosen] = useState<Chosen>()
  const query = usePages('GET /operator/reviews', {
    queryKey: ['operator', 'reviews', view],
    input: { query: { view } },
  })
  return (
    <>
      <PageHead title="Reviews" />
      <div className="console-panel">
        <ViewTabs
          label="Views of the reviews"
          current={view}
          tabs={VIEWS.map(({ id, label }) => ({
            id,
            label,
            href: toAddress(OPERATOR.reviews, { view: id }),
          }))}
        />
        <PagedList query={query}>
          {({ pages }) => (
            <ReviewList reviews={pages.flatMap(({ reviews }) => reviews)} view={view} onChoose={setChosen} />
          )}
        </PagedList>
      </div>
      {chosen && <DecisionDialog chosen={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

function ReviewList(props: {
  reviews: readonly Review[]
  view: 'reported' | 'removed'
  onChoose: (chosen: Chosen) => void
}) {
  const { reviews, view, onChoose } = props
  if (reviews.length === 0)
    return view === 'reported' ? (
      <Empty title="No reported reviews" text="Reported reviews appear here." />
    ) : (
      <Empty title="No removed reviews" text="Reviews that you remove can be restored here." />
    )
  return (
    <ul aria-label="Reviews" className="divide-y divide-line">
      {reviews.map((review) => (
        <ReviewRow key={review.id} review={review} onChoose={onChoose} />
      ))}
    </ul>
  )
}

function ReviewRow({ review, onChoose }: { review: Review; onChoose: (chosen: Chosen) => void }) {
  const author = review.author ?? 'Anonymous'
  const about = `review of ${review.product.name} by ${author}`
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-4 text-sm">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-semibold">
          {review.rating} of 5 stars ·{' '}
          <Link href={`/product/${encodeURIComponent(review.product.id)}`} className="text-link">
            {review.product.name}
          </Link>
        </p>
        <p className="text-xs text-ink-soft">
          {author}
          {review.isBought && ', has bought it'} · {formatDay(review.createdAt)} ·{' '}
          <Link href={supplierAddress(review.supplier.id)} className="text-link">
            {review.supplier.name}
          </Link>
        </p>
        <p className="mt-1.5 wrap-anywhere whitespace-pre-line">{review.text}</p>
        <ReviewReports review={review} />
      </div>
      <div className="flex flex-wrap gap-2">
        {review.removedAt === null ? (
          <>
            <KeepAction review={review} about={about} />
            <Action
              isSmall
              aria-label={`Remove: ${about}`}
              onClick={() => onChoose({ review, decision: 'remove' })}
            >
              Remove …
            </Action>
          </>
        ) : (
          <Action
            isSmall
            aria-label={`Restore: ${about}`}
            onClick={() => onChoose({ review, decision: 'restore' })}
          >
            Restore …
          </Action>
        )}
      </div>
    </li>
  )
}

const REASONS: Readonly<Record<Review['reports'][number]['reason'], string>> = {
  offensive: 'Offensive',
  untrue: 'Untrue',
  advertising: 'Advertising',
  personal_data: 'Personal data',
  other: 'Other',
}

function ReviewReports({ review: { reports, removedAt, removalReason } }: { review: Review }) {
  return (
    <div className="mt-2 flex flex-col gap-1 text-xs">
      {removedAt !== null && (
        <p className="text-danger">
          Removed {formatDateTime(removedAt)}: {removalReason}
        </p>
      )}
      {reports.map(({ reason, note, at, isOpen }) => (
        <p key={`${at} ${reason}`} className={`wrap-anywhere ${isOpen ? '' : 'text-ink-soft'}`}>
          Reported {formatDateTime(at)} as {REASONS[reason].toLowerCase()}
          {note !== '' && `: ${note}`}
        </p>
      ))}
    </div>
  )
}

function KeepAction({ review, about }: { review: Review; about: string }) {
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)

  async function keep(): Promise<void> {
    setIsBusy(true)
    try {
      const body = { decision: 'keep' } as const
      const { message } = await call('POST /operator/reviews/{id}/decide', {
        params: { id: review.id },
        body,
      })
      toast.success(message)
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t keep the review. Please try again in a moment.'))
    }
    await queries.invalidateQueries({ queryKey: ['operator'] })
    setIsBusy(false)
  }

  return (
    <Action isSmall busy={isBusy} aria-label={`Keep: ${about}`} onClick={() => void keep()}>
      Keep
    </Action>
  )
}

function DecisionDialog({ chosen: { review, decision }, onClose }: { chosen: Chosen; onClose: () => void }) {
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const isRemoval = decision === 'remove'
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={isRemoval ? 'Remove this review?' : 'Restore this review?'}
      text={
        isRemoval
          ? 'It’s hidden everywhere and no longer counts toward the rating. You can restore it.'
          : 'It’s shown again and counts toward the rating.'
      }
      submitLabel={isRemoval ? 'Remove review' : 'Restore review'}
      variant={isRemoval ? 'danger' : 'primary'}
      canSubmit={reason.trim().length >= 3}
      onSubmit={async () => {
        const { message } = await call('POST /operator/reviews/{id}/decide', {
          params: { id: review.id },
          body: { decision, reason },
        })
        await queries.invalidateQueries({ queryKey: ['operator'] })
        toast.success(message)
      }}
      explain={(error) => {
        void queries.invalidateQueries({ queryKey: ['operator', 'reviews'] })
        return explainError(error, 'We couldn’t save the decision. Please try again in a moment.')
      }}
    >
      <TextArea
        label="Reason"
        hint="Shown in the audit log and the store’s activity"
        rows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
