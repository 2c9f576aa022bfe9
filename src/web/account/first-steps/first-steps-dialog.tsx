import { dashboardHref } from '#web/app/session/dashboard-href.ts'
import type { SignInUserData } from '#web/app/session/session-store.ts'
import { readSettings } from '#web/app/browser-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseButton } from '#web/ui/close-button.tsx'
import {
  clearProgress,
  NO_PROGRESS,
  type FirstStepsProgress,
  readProgress,
  saveProgress,
  goToStep,
  completeStep,
} from './progress.ts'
import { recordPopupShown } from './popup-shown.ts'
import { StepIndicator, StepView } from './step-view.tsx'
import { STEP_COUNT, firstStepsFor } from './steps.ts'
import { useEffect, useId, useRef, useState } from 'react'

/** The fields of a newly signed-in account for the first steps. */
export type Newcomer = Pick<SignInUserData, 'id' | 'type' | 'firstName'>

/**
 * Renders the first steps of a vendor or supplier after the first sign-in in this browser (DLG-01 to DLG-11). It is a
 * native dialog: focus stays in it, and Escape closes it. Once closed, it does not appear again; `onClosed` continues
 * the sign-in.
 */
export function FirstStepsDialog({ user, onClosed }: { user: Newcomer; onClosed: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const steps = firstStepsFor(user.type)
  const { step, completed, done, choose, reset } = useProgress(user.id)
  const close = (): void => dialog.current?.close()

  useEffect(() => dialog.current?.showModal(), [])
  // Screen readers start each step at its title, because the pressed button may have changed.
  useEffect(() => heading.current?.focus(), [step])

  function finish(): void {
    recordPopupShown()
    clearProgress()
    onClosed()
  }

  function restart(): void {
    reset()
    heading.current?.focus()
  }

  function goToDashboard(): void {
    window.open(dashboardHref(user.id, readSettings().dashboardUrl), '_blank', 'noopener')
    close()
  }

  const currentStep = steps[step]
  return (
    <dialog ref={dialog} aria-labelledby={titleId} onClose={finish} className="first-steps">
      <DialogHeader id={titleId} firstName={user.firstName} onClose={close} />
      <div className="px-5 pt-1 pb-4 md:px-8">
        <StepIndicator steps={steps} current={step} completed={completed} onChoose={choose} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {currentStep && <StepView key={step} step={currentStep} heading={heading} />}
      </div>
      <DialogButtons
        isLast={step === STEP_COUNT - 1}
        onReset={restart}
        onSkip={close}
        onNext={done}
        onDashboard={goToDashboard}
      />
    </dialog>
  )
}

function DialogHeader({ id, firstName, onClose }: { id: string; firstName: string; onClose: () => void }) {
  return (
    <header className="flex items-center justify-between gap-4 px-5 pt-3 md:px-8 md:pt-5">
      <h2 id={id} className="min-w-0 text-lg wrap-anywhere">
        Welcome, {firstName}
      </h2>
      <CloseButton onClose={onClose} />
    </header>
  )
}

function DialogButtons(props: {
  isLast: boolean
  onReset: () => void
  onSkip: () => void
  onNext: () => void
  onDashboard: () => void
}) {
  return (
    <footer className="grid grid-cols-2 gap-x-3 gap-y-1 border-t border-line px-5 pt-4 pb-[calc(0.5rem+env(safe-area-inset-bottom))] sm:flex sm:items-center sm:pb-4 md:px-8">
      <Button
        variant="quiet"
        onClick={props.onReset}
        className="max-sm:order-last max-sm:col-span-2 sm:-ml-4 sm:mr-auto"
      >
        Reset Progress
      </Button>
      <Button variant="outline" onClick={props.onSkip}>
        Skip
      </Button>
      {!props.isLast ? (
        <Button key="next" onClick={props.onNext}>
          Next
        </Button>
      ) : (
        <Button key="dashboard" onClick={props.onDashboard}>
          Go to Dashboard
        </Button>
      )}
    </footer>
  )
}

/** Returns the user's progress, stored in this browser at every step. */
function useProgress(accountId: string) {
  const [progress, setProgress] = useState(() => readProgress(accountId))

  function record(changed: FirstStepsProgress): void {
    setProgress(changed)
    saveProgress(accountId, changed)
  }

  return {
    ...progress,
    done: () => record(completeStep(progress)),
    choose: (step: number) => record(goToStep(progress, step)),
    reset: () => record(NO_PROGRESS),
  }
}
