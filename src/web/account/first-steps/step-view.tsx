import { type StepPicture, type FirstStep, STEP_COUNT } from './steps.ts'
import { ArrowUpRight, Check } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import type { RefObject } from 'react'

/**
 * Renders one step: film or picture, title, description and paragraph (DLG-02). Screen readers continue at
 * `heading`.
 */
export function StepView({
  step,
  heading,
}: {
  step: FirstStep
  heading: RefObject<HTMLHeadingElement | null>
}) {
  const { title, description, paragraph, hasFilm, picture, link } = step
  return (
    <>
      {hasFilm ? <StepVideo /> : <WidePicture picture={picture} />}
      <div className="flex flex-col items-start gap-3 px-5 pt-6 pb-2 md:px-8">
        <h3 ref={heading} tabIndex={-1} className="text-xl">
          {title}
        </h3>
        <p className="font-medium">{description}</p>
        <p className="text-sm text-ink-soft">{paragraph}</p>
        {link && (
          // In a new tab, so that the remaining steps stay open.
          <a
            href={link.href}
            target="_blank"
            rel="noopener"
            className="text-link inline-flex min-h-6 items-center gap-1 text-sm"
          >
            {link.label}
            <Icon shapes={ArrowUpRight} aria-hidden="true" className="size-4" strokeWidth={1.5} />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        )}
      </div>
    </>
  )
}

function WidePicture({ picture: { avif, webp } }: { picture: StepPicture }) {
  return (
    <picture>
      <source type="image/avif" srcSet={avif} />
      <img
        src={webp}
        alt=""
        width={1280}
        height={720}
        className="aspect-video w-full bg-stone object-cover"
      />
    </picture>
  )
}

/** Renders the film of the vendor's first step, which `scripts/film.ts` makes. It loads only when it is played. */
function StepVideo() {
  return (
    <video
      controls
      playsInline
      preload="none"
      poster="/films/first-steps.webp"
      width={1280}
      height={720}
      aria-label="Video: from finding a product to tracking its order"
      className="aspect-video w-full bg-stone object-cover"
    >
      <source src="/films/first-steps.mp4" type="video/mp4" />
      <track kind="captions" src="/films/first-steps.vtt" srcLang="en" label="English" default />
      <a href="/films/first-steps.mp4">Watch the video</a>
    </video>
  )
}

/** Renders the progress as text and bar (DLG-03), with a button to each step; completed steps are ticked. */
export function StepIndicator(props: {
  steps: readonly FirstStep[]
  current: number
  completed: readonly number[]
  onChoose: (step: number) => void
}) {
  const { steps, current, completed, onChoose } = props
  const progressText = `step ${current + 1} of ${STEP_COUNT}`
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <p className="text-xs text-ink-soft tabular-nums">{progressText}</p>
      <progress
        aria-label={progressText}
        value={current + 1}
        max={STEP_COUNT}
        className="step-bar flex-1 basis-24"
      />
      <ol className="flex gap-2">
        {steps.map(({ title }, step) => (
          <li key={title}>
            <button
              type="button"
              aria-label={`${step + 1}. ${title}${completed.includes(step) ? ', done' : ''}`}
              aria-current={step === current ? 'step' : undefined}
              onClick={() => onChoose(step)}
              className={`grid size-8 place-items-center rounded-full border text-xs tabular-nums transition-colors ${markClass(step === current, completed.includes(step))}`}
            >
              {completed.includes(step) ? (
                <Icon shapes={Check} aria-hidden="true" className="size-4" strokeWidth={2} />
              ) : (
                step + 1
              )}
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}

function markClass(isCurrent: boolean, isCompleted: boolean): string {
  if (isCompleted)
    return `border-accent bg-accent text-on-accent ${isCurrent ? 'ring-2 ring-accent ring-offset-2 ring-offset-sheet' : ''}`
  return isCurrent
    ? 'border-accent text-accent ring-1 ring-accent'
    : 'border-line-strong text-ink-soft hover:border-ink'
}
