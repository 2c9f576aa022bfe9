import { Check, X } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { LocalDate } from '#web/shared/forms/local-date.tsx'
import type { ProgressStep } from './order-progress.ts'

/** Renders the steps of an order's progress. They are side by side if there is enough space, else in a column. */
export function ProgressBar({ steps }: { steps: readonly ProgressStep[] }) {
  return (
    <div className="@container">
      <ol
        aria-label="Progress of the order"
        className="flex flex-col gap-4 @min-[43rem]:flex-row @min-[43rem]:gap-0"
      >
        {steps.map((step, index) => (
          <Step key={step.label} step={step} isLast={index === steps.length - 1} />
        ))}
      </ol>
    </div>
  )
}

function Step({ step, isLast }: { step: ProgressStep; isLast: boolean }) {
  return (
    <li
      aria-current={step.state === 'current' ? 'step' : undefined}
      className={`flex items-start gap-3 ${isLast ? '' : '@min-[43rem]:flex-auto'}`}
    >
      <StepMark state={step.state} />
      <span className="shrink-0 text-sm">
        <span className={`block ${step.state === 'ahead' ? 'text-ink-soft' : 'font-medium'}`}>
          {step.label}
        </span>
        {step.at && (
          <span className="block text-xs text-ink-soft">
            <LocalDate iso={step.at} />
          </span>
        )}
      </span>
      {!isLast && (
        <span aria-hidden="true" className="mx-2 mt-4 hidden h-px flex-1 bg-line-strong @min-[43rem]:block" />
      )}
    </li>
  )
}

function StepMark({ state }: { state: ProgressStep['state'] }) {
  return (
    <span
      aria-hidden="true"
      className={`grid size-8 shrink-0 place-items-center rounded-full border ${MARKS[state]}`}
    >
      {state === 'done' && <Icon shapes={Check} className="size-4" strokeWidth={2} />}
      {state === 'ended' && <Icon shapes={X} className="size-4" strokeWidth={2} />}
      {state === 'current' && <span className="size-2 rounded-full bg-accent" />}
    </span>
  )
}

const MARKS: Readonly<Record<ProgressStep['state'], string>> = {
  done: 'border-accent bg-accent text-on-accent',
  current: 'border-accent text-accent',
  ahead: 'border-line-strong',
  ended: 'border-danger text-danger',
}
