import { BadgeCheck } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { Suspense, useState } from 'react'
import type { ReviewPictureData, ReviewViewData } from '#features/catalogue/reviews/contract.ts'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { LocalDate } from '#web/shared/forms/local-date.tsx'
import { ProductPicture } from '#web/shared/product/product-picture.tsx'
import { Stars } from '#web/shared/product/stars.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

const ReportForm = lazyComponent(async () => (await import('./report-form.tsx')).ReportForm)
const AnswerForm = lazyComponent(async () => (await import('./answer-form.tsx')).AnswerForm)

/**
 * The reader's relation to a review in a list: its author, the owner of the reviewed store, or another reader. It is
 * `none` for a single review whose place identifies its author.
 */
export type ReviewReader = 'writer' | 'owner' | 'other' | 'none'

type Props = Readonly<{
  review: ReviewViewData
  reader: ReviewReader
  /** The business for which the reader may reply. */
  repliesAs?: string | null
  onChanged: () => void
}>

/**
 * Renders a review with its store's reply and the reader's actions. It shows stars, text, pictures, author and
 * date.
 */
export function ReviewCard({ review, reader, repliesAs = null, onChanged }: Props) {
  return (
    <article className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars rating={review.rating} />
        {review.isBought && (
          <span className="inline-flex items-center gap-1 text-xs text-accent-deep">
            <Icon shapes={BadgeCheck} aria-hidden="true" className="size-4" strokeWidth={1.5} />
            Verified purchase
          </span>
        )}
        {reader === 'writer' && <Badge tone="accent">Your review</Badge>}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{review.review}</p>
      <Pictures pictures={review.pictures} />
      <p className="text-sm text-ink-soft">
        {review.userName}
        {' · '}
        <LocalDate iso={review.createdAt} />
        {review.editedAt !== null && (
          <>
            {' · edited '}
            <LocalDate iso={review.editedAt} />
          </>
        )}
      </p>
      <StoreAnswer answer={review.answer} />
      {reader === 'owner' && <AnswerButton review={review} repliesAs={repliesAs} onChanged={onChanged} />}
      {reader === 'other' && <ReportButton review={review} />}
    </article>
  )
}

/** Renders the pictures of a review, each linking to its full size. */
function Pictures({ pictures }: { pictures: readonly ReviewPictureData[] }) {
  if (pictures.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {pictures.map((picture) => (
        <li key={picture.id}>
          <a
            href={`/media/${picture.key}-1200.webp`}
            target="_blank"
            rel="noreferrer"
            className="relative block size-24 overflow-hidden rounded-sm bg-stone"
          >
            <ProductPicture image={picture} alt={picture.alt} sizes="96px" />
          </a>
        </li>
      ))}
    </ul>
  )
}

function StoreAnswer({ answer }: Pick<ReviewViewData, 'answer'>) {
  if (answer === null) return null
  return (
    <div className="border-l border-gold pl-4">
      <p className="text-sm font-medium">{`Reply from ${answer.store}`}</p>
      <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere">{answer.text}</p>
      <p className="mt-1 text-xs text-ink-soft">
        <LocalDate iso={answer.answeredAt} />
      </p>
    </div>
  )
}

function AnswerButton({ review, repliesAs = null, onChanged }: Omit<Props, 'reader'>) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!isOpen)
    return (
      <Button size="sm" variant="outline" className="self-start" onClick={() => setOpen(true)}>
        {review.answer ? 'Edit your reply' : 'Reply to review'}
      </Button>
    )
  return (
    <Suspense>
      <AnswerForm review={review} repliesAs={repliesAs} onChanged={onChanged} onClose={close} />
    </Suspense>
  )
}

function ReportButton({ review }: Pick<Props, 'review'>) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label={`Report the review by ${review.userName}`}
        className="needs-script text-link min-h-6 self-start text-xs text-ink-soft"
      >
        Report
      </button>
    )
  return (
    <Suspense>
      <ReportForm reviewId={review.id} onClose={() => setOpen(false)} />
    </Suspense>
  )
}
