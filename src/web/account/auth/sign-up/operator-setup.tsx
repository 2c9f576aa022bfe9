import { type FormEvent, useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { toast } from '#web/app/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { SilentFormProblem } from '../auth-fields.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { readFormTexts, toFieldErrors, useFieldErrors } from '../field-errors.ts'
import { withNextParameter } from '../sign-in/sign-in-target.ts'
import { NewAccountFields } from './new-account-fields.tsx'

/** The page that opens after the first operator's sign-in. */
const SETUP_GUIDE = '/dashboard/operator/setup'

/** Renders the form of a new shop's first operator; `token` is from the link in the log. */
export function OperatorSetup({ token }: { token: string }) {
  const { isSending, faults, submit } = useOperatorSetup(token)
  return (
    <AuthFrame
      title="Set up your shop"
      intro={<p>Create the account of the first operator. Next you enter your company and how you sell.</p>}
      scene="suppliers"
    >
      <form
        method="dialog"
        aria-label="Create operator account"
        noValidate
        onSubmit={submit}
        className="mt-8 flex flex-col gap-5"
      >
        <NewAccountFields faults={faults} />
        <SilentFormProblem message={faults['form']} />
        <Button type="submit" size="lg" wide busy={isSending}>
          Create account
        </Button>
      </form>
    </AuthFrame>
  )
}

const REQUIRED = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  email: 'Email is required',
  password: 'Password is required',
} as const

function useOperatorSetup(token: string) {
  const [isSending, setIsSending] = useState(false)
  const { faults, show } = useFieldErrors()
  const go = useNavigateTo()

  async function attempt(form: HTMLFormElement): Promise<void> {
    const { firstName = '', lastName = '', email = '', password = '' } = readFormTexts(form)
    setIsSending(true)
    try {
      const body = { token, firstName, lastName, email: email.trim(), password }
      toast.success((await call('POST /operator/setup', { body })).message)
      await go(withNextParameter('/login', SETUP_GUIDE), { replace: true })
    } catch (error) {
      const text = explainError(error, 'We couldn’t create the account. Please try again in a moment.')
      show(form, toFieldErrors(error, text))
    } finally {
      setIsSending(false)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    const texts = readFormTexts(form)
    const missing = Object.entries(REQUIRED).filter(([name]) => (texts[name] ?? '').trim() === '')
    if (!show(form, Object.fromEntries(missing))) void attempt(form)
  }

  return { isSending, faults, submit }
}
