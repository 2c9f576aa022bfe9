import { expect, test } from 'vitest'
import { renderHtml, findTags, toText } from '#tests/data/rendered.tsx'
import { createCall } from '#web/app/calls/api.ts'
import { forgetPasswordPage, ForgetPasswordView } from './sign-in/forget-password-page.tsx'
import { loginPage, LoginView } from './sign-in/login-page.tsx'
import { otpPage, OtpView } from './codes/otp-page.tsx'
import { signupPage, SignupView } from './sign-up/signup-page.tsx'

const PAGES = { login: loginPage, signup: signupPage, forgotten: forgetPasswordPage, otp: otpPage }

test('the sign-in form has email, password and terms, and links to password reset and sign-up [ROUTE-09, LOGIN-01, LOGIN-02, LOGIN-03, LOGIN-04, LOGIN-05, ENT-09]', () => {
  const html = login()
  const [email, password, terms] = findTags(html, 'input')
  expect(email).toMatch(/autoComplete="username".*name="email"/)
  expect(password).toMatch(/type="password".*autoComplete="current-password".*name="password"/)
  expect(terms).toMatch(/type="checkbox".*name="acceptTerms"/)
  expect(html).toContain('aria-label="Show password"')
  expect(html).toContain('href="/forget-password"')
  expect(html).toContain('href="/signup"')
  expect(toText(html)).toContain('I accept the terms and conditions')
  expect(html).toMatch(/href="\/terms"[^>]*>Terms</)
  expect(html).toMatch(/href="\/privacy"[^>]*>Privacy Policy</)
})

test('the third icon signs in with an emailed code, and is labelled so [LOGIN-07]', async () => {
  const call = createCall({ send: () => Promise.reject(new Error('nothing to ask')) })
  await loginPage.load?.({ call, params: {}, search: {} })
  expect(login()).toMatch(/<button[^>]*aria-label="Sign in with a code"/)
})

test('the sign-up form has role, names, email and password, and company fields for vendors [ROUTE-10, SIGNUP-01, SIGNUP-02, SIGNUP-03, SIGNUP-04, ENT-08]', () => {
  const html = renderHtml(<SignupView data={undefined} params={{}} search={{}} />)
  expect(findTags(html, 'input').map((tag) => / name="(\w+)"/.exec(tag)?.[1])).toEqual([
    'role',
    'role',
    'firstName',
    'lastName',
    'email',
    'password',
    'companyName',
    'companyRegisterNumber',
  ])
  const [vendor, manufacturer] = findTags(html, 'input')
  expect(vendor).toMatch(/type="radio".*checked="".*value="vendor"/)
  expect(manufacturer).toMatch(/type="radio".*value="manufacturer"/)
  expect(html).toMatch(/<div class="vendors-only[^>]*>.*Company name.*Company registered unique number/)
  expect(html).toContain('autoComplete="new-password"')
  expect(html).toContain('href="/login"')
})

test('the sign-up form starts with the role of the page that led to it', () => {
  const checked = (next: string) =>
    findTags(renderHtml(<SignupView data={undefined} params={{}} search={{ next }} />), 'input').find((tag) =>
      tag.includes('checked=""'),
    )
  expect(checked('/m-onboard-four')).toContain('value="manufacturer"')
  for (const next of ['/v-onboard-one', '/checkout', '//evil.example/m-onboard-one'])
    expect(checked(next)).toContain('value="vendor"')
})

test('the sign-up page has one line about terms and privacy policy with links, and no checkbox for them [LOGIN-02]', () => {
  const html = renderHtml(<SignupView data={undefined} params={{}} search={{}} />)
  expect(toText(html)).toContain('By signing up you agree to the Terms and Privacy Policy .')
  for (const path of ['/terms', '/privacy']) expect(html).toContain(`href="${path}"`)
})

test('the sign-in and sign-up pages show the advertised figures [CLAIM-07, CLAIM-08, CLAIM-09]', () => {
  for (const html of [login(), renderHtml(<SignupView data={undefined} params={{}} search={{}} />)])
    expect(toText(html)).toContain('products 10,000+ registered users 5,000+ orders completed 100,000+')
})

test('the password reset form has an email field and a link back to sign-in [ROUTE-11, FORGOT-01, FORGOT-02]', () => {
  const html = forgotten({})
  expect(findTags(html, 'input')).toEqual([expect.stringMatching(/name="email"/)])
  expect(html).toMatch(/<button[^>]*type="submit"[^>]*>Reset Password</)
  expect(html).toContain('href="/login"')
})

test('the link of the reset email shows the new password form [FORGOT-08]', () => {
  const html = forgotten({ token: 'x'.repeat(40) })
  expect(findTags(html, 'input')).toEqual([
    expect.stringMatching(/autoComplete="new-password".*name="password"/),
  ])
  expect(html).not.toContain('x'.repeat(40))
  expect(html).toMatch(/href="\/forget-password"[^>]*>Request a new one</)
})

test('the code page has a heading, six digits in two groups, and a resend button with a minute’s countdown [ROUTE-13, OTP-01, OTP-02, OTP-03, OTP-05]', () => {
  const html = renderHtml(<OtpView data={undefined} params={{ id: 'per_1' }} search={{}} />)
  expect(html).toMatch(/<h1[^>]*>Verify Your Email</)
  const groups = html.split('w-3 shrink-0 bg-line-strong')
  expect(groups.map((group) => group.split('h-14').length - 1)).toEqual([3, 3])
  expect(html).toMatch(/<button[^>]*type="submit"[^>]*>Submit</)
  expect(html).toMatch(/<button(?=[^>]*disabled="")[^>]*>Resend \(60s\)</)
})

test('sign-in pages pass the return path on to each other, except one of another site', () => {
  const html = login({ next: '/checkout?x=1' })
  expect(html).toContain('href="/signup?next=%2Fcheckout%3Fx%3D1"')
  expect(html).toContain('href="/forget-password?next=%2Fcheckout%3Fx%3D1"')
  expect(login({ next: '//evil.example' })).toContain('href="/signup"')
})

test('sign-in pages are not indexed or cached, and their forms put no input into a URL', () => {
  for (const page of Object.values(PAGES))
    expect(page.head(undefined, { params: {}, search: {} }).isPrivate).toBe(true)
  for (const html of [login(), forgotten({}), forgotten({ token: 'x' })]) {
    // Such a form does nothing before hydration, and keeps its input.
    expect(findTags(html, 'form')).toEqual([expect.stringContaining('method="dialog"')])
    expect(html).toMatch(/<noscript>.*needs JavaScript/)
  }
})

function login(search: Record<string, string> = {}): string {
  return renderHtml(<LoginView data={undefined} params={{}} search={search} />)
}

function forgotten(search: Record<string, string>): string {
  return renderHtml(<ForgetPasswordView data={undefined} params={{}} search={search} />)
}
