import { CodeForm } from './code-form.tsx'
import { useLoginCode } from './use-login-code.ts'

/** Signing in by a mailed code, in the place of the form (LOGIN-07). */
export function LoginByCode(props: { email: string; next: string | undefined; onBack: () => void }) {
  const { email, next, onBack } = props
  const { code, setCode, problem, isBusy, left, submit, resend } = useLoginCode(email, next)
  return (
    <>
      <CodeForm
        title="Sign in by code"
        code={code}
        onCode={setCode}
        problem={problem}
        isBusy={isBusy}
        left={left}
        onSubmit={submit}
        onResend={resend}
      />
      <button type="button" onClick={onBack} className="text-link mt-8 min-h-6 text-sm">
        Sign in with a password instead
      </button>
    </>
  )
}
