import { page } from '#web/app/page.ts'
import type { ViewProps } from '#web/app/page.ts'
import { Link } from '#web/ui/link.tsx'
import { withNext } from '../sign-in/after-sign-in.ts'
import { CodeForm } from './code-form.tsx'
import { EntryFrame } from '../entry-frame.tsx'
import { useOtp } from './use-otp.ts'

/** Where the code of a new account is entered (ROUTE-13). */
export const otpPage = page({
  head: () => ({ title: 'Verify Your Email', description: 'Enter the code we sent you.', isPrivate: true }),
  View: OtpView,
})

/** The code, and asking for another one (OTP-01 to OTP-06). */
export function OtpView({ params, search }: ViewProps<unknown>) {
  const next = search['next']
  const entry = useOtp(params['id'] ?? '', next)
  return (
    <EntryFrame
      title="Verify Your Email"
      intro={<p>We have sent you a code of six digits. It is good for 10 minutes.</p>}
      scene="benefits"
    >
      <CodeForm title="Verify Your Email" entry={entry} />
      <p className="mt-8 text-sm text-ink-soft">
        {'Already verified? '}
        <Link href={withNext('/login', next)} className="text-link text-ink">
          Sign In
        </Link>
      </p>
    </EntryFrame>
  )
}
