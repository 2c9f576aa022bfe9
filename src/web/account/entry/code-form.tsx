import type { FormEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from './code-field.tsx'

/** The code, what is wrong with it, and asking for another one (OTP-02 to OTP-05, OTP-07); `left` are seconds. */
export function CodeForm(props: {
  title: string
  code: string
  onCode: (code: string) => void
  problem: string | undefined
  isBusy: boolean
  left: number
  onSubmit: (event: FormEvent) => void
  onResend: () => void
}) {
  const { title, code, onCode, problem, isBusy, left, onSubmit, onResend } = props
  return (
    <form
      method="dialog"
      aria-label={title}
      noValidate
      onSubmit={onSubmit}
      className="mt-8 flex flex-col gap-5"
    >
      <CodeField value={code} onChange={onCode} errorId={problem ? 'code-problem' : undefined} />
      {problem && (
        <p role="alert" id="code-problem" className="rounded-md bg-danger-mist px-5 py-4 text-sm text-danger">
          {problem}
        </p>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Button type="submit" size="lg" busy={isBusy}>
          Submit
        </Button>
        <Button
          look="outline"
          size="lg"
          disabled={left > 0 || isBusy}
          onClick={onResend}
          className="tabular-nums"
        >
          {left > 0 ? `Resend (${left}s)` : 'Resend'}
        </Button>
      </div>
    </form>
  )
}
