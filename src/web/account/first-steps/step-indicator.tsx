import { Check } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { STEP_COUNT } from './steps.ts'
import type { FirstStep } from './steps.ts'

/** Shows the progress as text and as a bar (DLG-03), with a button to each step; completed steps are ticked. */
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
