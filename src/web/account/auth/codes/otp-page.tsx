import { call } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { page, type ViewProps } from '#web/app/router/page.ts'
import { toast } from '#web/app/toast.ts'
import { Link } from '#web/ui/link.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { withNextParameter } from '../sign-in/sign-in-target.ts'
import { type CodeFormState, CodeForm } from './code-form.tsx'
import { useCodeSubmission, useCountdown } from './use-code-submission.ts'
import type { FormEvent } from 'react'

/** The page for the emailed code of a new account (ROUTE-13). */
export const otpPage = page({
  head: () => ({ title: 'Verify Your Email', description: 'Enter the code we sent you.', isPrivate: true }),
  View: OtpView,
})

/** Renders the code and the button for another one (OTP-01 to OTP-06). */
export function OtpView({ params, search }: ViewProps<unknown>) {
  const next = search['next']
  const entry = useOtpVerification(params['id'] ?? '', next)
  return (
    <AuthFrame
      title="Verify Your Email"
      intro={<p>We’ve sent you a six-digit code. It expires in 10 minutes.</p>}
      scene="benefits"
    >
      <CodeForm title="Verify Your Email" entry={entry} />
      <p className="mt-8 text-sm text-ink-soft">
        {'Already verified? '}
        <Link href={withNextParameter('/login', next)} className="text-link text-ink">
          Sign In
        </Link>
      </p>
    </AuthFrame>
  )
}

/** Returns the verification of an account by its emailed code, and the request of another one (OTP-04 to OTP-10). */
function useOtpVerification(id: string, next: string | undefined): CodeFormState {
  const { code, setCode, problem, isBusy, attempt, send } = useCodeSubmission()
  const { left, restart } = useCountdown()
  const go = useNavigateTo()

  function submit(event: FormEvent): void {
    event.preventDefault()
    send(async () => {
      const { message } = await call('POST /users/verifyOTP', { body: { data: { id, otp: code } } })
      toast.success(message)
      void go(withNextParameter('/login', next), { replace: true })
    })
  }

  function resend(): void {
    void attempt(async () => {
      const { message } = await call('POST /users/resendOTP', { body: { data: { id } } })
      toast.success(message)
      setCode('')
      restart()
    })
  }

  return { code, setCode, problem, isBusy, left, submit, resend }
}
