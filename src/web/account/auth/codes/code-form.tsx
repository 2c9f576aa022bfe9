import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { Button } from '#web/ui/button.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { CodeSlot, SlotGroups } from './code-slot.tsx'
import { type FormEvent, Suspense } from 'react'

const CodeInput = lazyComponent(async () => (await import('./code-input.tsx')).CodeInput)

/** Shows the six-digit code field in two groups of three (OTP-02); its input loads after hydration. */
function CodeField(props: {
  value: string
  onChange: (value: string) => void
  errorId?: string | undefined
}) {
  const isHydrated = useIsHydrated()
  return (
    <div>
      <label htmlFor="code" className="mb-1.5 block text-sm">
        Six-digit code
      </label>
      <Suspense fallback={<CodePlaceholder />}>
        {isHydrated ? <CodeInput {...props} /> : <CodePlaceholder />}
      </Suspense>
    </div>
  )
}

/** Renders the field's placeholder of the same size, which prevents layout shifts. */
function CodePlaceholder() {
  return (
    <SlotGroups>
      {(place) => <CodeSlot key={place} char={undefined} isActive={false} isWrong={false} />}
    </SlotGroups>
  )
}

/** The state of a form for an emailed code: its error, and the seconds until another code can be requested. */
export type CodeFormState = Readonly<{
  code: string
  setCode: (code: string) => void
  problem: string | undefined
  isBusy: boolean
  left: number
  submit: (event: FormEvent) => void
  resend: () => void
}>

/** Renders the code, its error, and the button for another one (OTP-02 to OTP-05, OTP-07). */
export function CodeForm({ title, entry }: Readonly<{ title: string; entry: CodeFormState }>) {
  const { code, setCode, problem, isBusy, left, submit, resend } = entry
  return (
    <form
      method="dialog"
      aria-label={title}
      noValidate
      onSubmit={submit}
      className="mt-8 flex flex-col gap-5"
    >
      <CodeField value={code} onChange={setCode} errorId={problem ? 'code-problem' : undefined} />
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
          variant="outline"
          size="lg"
          disabled={left > 0 || isBusy}
          onClick={resend}
          className="tabular-nums"
        >
          {left > 0 ? `Resend (${left}s)` : 'Resend'}
        </Button>
      </div>
    </form>
  )
}
