import { CodeForm } from './code-form.tsx'
import { useLoginCode } from './use-login-code.ts'

/** Renders the sign-in by an emailed code, in place of the form (LOGIN-07). */
export function LoginByCode(props: { email: string; next: string | undefined; onBack: () => void }) {
  const { email, next, onBack } = props
  const entry = useLoginCode(email, next)
  return (
    <>
      <CodeForm title="Sign in by code" entry={entry} />
      <button type="button" onClick={onBack} className="text-link mt-8 min-h-6 text-sm">
        Sign in with a password instead
      </button>
    </>
  )
}
