import { useCompany } from '#web/app/document/company.ts'
import { page, type ViewProps } from '#web/app/router/page.ts'
import { Link } from '#web/ui/link.tsx'
import { withNextParameter, useGuestGuard } from '../sign-in/sign-in-target.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { OperatorSetup } from './operator-setup.tsx'
import { SignupForm } from './signup-form.tsx'

/** The sign-up page, for guests (ROUTE-10). */
export const signupPage = page({
  head: () => ({ title: 'Sign Up', description: 'Open an account.', isPrivate: true }),
  View: SignupView,
})

/** Renders the form for visitors, or that for the first operator if the address is the setup link. */
export function SignupView(props: ViewProps<unknown>) {
  const { setup } = props.search
  return setup === undefined ? <VisitorSignup {...props} /> : <OperatorSetup token={setup} />
}

/** Renders the form, with a link to sign in (SIGNUP-04). */
function VisitorSignup({ search }: ViewProps<unknown>) {
  const next = search['next']
  const { shopName } = useCompany()
  useGuestGuard(next)
  return (
    <AuthFrame
      title={`Join ${shopName}`}
      intro={
        <p>
          {'Have an account already? '}
          <Link href={withNextParameter('/login', next)} className="text-link text-ink">
            Sign In
          </Link>
        </p>
      }
      scene="suppliers"
      hasClaims
    >
      <SignupForm next={next} email={search['email']} />
    </AuthFrame>
  )
}
