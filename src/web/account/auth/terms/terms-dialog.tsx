import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { Button } from '#web/ui/button.tsx'
import { LegalLink } from '#web/shared/forms/legal-link.tsx'

/** Renders the dialog to accept the terms of `version` after a sign-in. Declining, also by Escape, refuses them. */
export function TermsDialog(props: { version: string; onAnswer: (isAccepted: boolean) => void }) {
  const { version, onAnswer } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  useEffect(() => dialog.current?.showModal(), [])

  async function accept(event: FormEvent): Promise<void> {
    event.preventDefault()
    setIsBusy(true)
    setProblem(undefined)
    try {
      await call('POST /users/acceptTerms', { body: { data: { version } } })
      onAnswer(true)
    } catch (error) {
      setProblem(explainError(error, 'Something went wrong. Please try again.'))
      setIsBusy(false)
    }
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Accept our terms"
      onClose={() => onAnswer(false)}
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-md border border-line bg-sheet p-6 backdrop:bg-ink/40"
    >
      <form onSubmit={(event) => void accept(event)} className="flex flex-col gap-5">
        <h2 className="text-lg">Accept our terms</h2>
        <p className="text-sm text-ink-soft">
          To continue with your account, please accept the current <LegalLink to="terms">Terms</LegalLink> and{' '}
          <LegalLink to="privacy">Privacy Policy</LegalLink>.
        </p>
        {problem && (
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={() => dialog.current?.close()}>
            Log out
          </Button>
          <Button type="submit" busy={isBusy}>
            Accept and continue
          </Button>
        </div>
      </form>
    </dialog>
  )
}
