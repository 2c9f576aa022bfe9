import { Suspense, useState } from 'react'
import { page, type ViewProps } from '#web/app/router/page.ts'
import { lazySection } from '#web/shared/loading/lazy-section.tsx'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { Link } from '#web/ui/link.tsx'
import { withNextParameter, useGuestGuard } from './sign-in-target.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { LoginForm } from './login-form.tsx'

const LoginByCode = lazyComponent(async () => (await import('../codes/login-by-code.tsx')).LoginByCode)

/** Placed below the form and large, so it hydrates after the form. */
const lazyOtherSignInMethods = lazySection(
  async () => (await import('./other-sign-in-methods.tsx')).OtherSignInMethods,
)

const { View: OtherWays } = lazyOtherSignInMethods

/** The sign-in page, for guests (ROUTE-09); `?next=` is the page of the shop to open afterwards. */
export const loginPage = page({
  load: lazyOtherSignInMethods.prepare,
  head: () => ({ title: 'Sign In', description: 'Sign in to your account.', isPrivate: true }),
  View: LoginView,
})

/** Renders the sign-in by password, by a provider, or by an emailed code, which replaces the form. */
export function LoginView({ search }: ViewProps<unknown>) {
  const next = search['next']
  useGuestGuard(next)
  const [codeEmail, setCodeEmail] = useState<string>()
  return (
    <AuthFrame
      title={codeEmail === undefined ? 'Welcome back' : 'Check your email'}
      intro={
        codeEmail === undefined ? (
          <p>
            {'New here? '}
            <Link href={withNextParameter('/signup', next)} className="text-link text-ink">
              Sign Up
            </Link>
          </p>
        ) : (
          <p className="wrap-anywhere">If {codeEmail} has an account, we’ve sent it a code.</p>
        )
      }
      scene="vendors"
      hasClaims
    >
      {codeEmail === undefined ? (
        <>
          <LoginForm next={next} />
          <OtherWays next={next} onCodeSent={setCodeEmail} className="mt-8" />
        </>
      ) : (
        <Suspense>
          <LoginByCode email={codeEmail} next={next} onBack={() => setCodeEmail(undefined)} />
        </Suspense>
      )}
    </AuthFrame>
  )
}
