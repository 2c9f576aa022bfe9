import { expect, test } from 'vitest'
import { createCall } from '#web/app/calls/api.ts'
import { signInTarget, signUpTarget, safePath, withNextParameter } from './sign-in/sign-in-target.ts'
import { toFieldErrors } from './field-errors.ts'
import { validateSignup } from './sign-up/validate-signup.ts'
import { explainResetFailure } from './sign-in/forget-password-page.tsx'
import { explainLoginFailure, validateLogin, unverifiedAccountId } from './sign-in/login-form.tsx'
import { toSignupInput } from './sign-up/signup-form.tsx'

const SIGN_UP = { firstName: 'Mei', lastName: 'Tan', email: 'mei@users.example', password: 'x' }

test('does not send a sign-in with an empty field or without the terms [LOGIN-08, LOGIN-09]', () => {
  expect(validateLogin({ password: 'x', acceptTerms: 'on' })).toEqual({ email: 'Please fill in all fields' })
  expect(validateLogin({ email: '  ', password: 'x' })).toEqual({ email: 'Please fill in all fields' })
  expect(validateLogin({ email: 'mei@users.example', password: '' })).toEqual({
    password: 'Please fill in all fields',
  })
  expect(validateLogin({ email: 'mei@users.example', password: 'x' })).toEqual({
    acceptTerms: 'Please accept terms and conditions',
  })
  expect(validateLogin({ email: 'mei@users.example', password: 'x', acceptTerms: 'on' })).toEqual({})
})

test('shows the same message for every failed sign-in, and the error for an exception [LOGIN-15, LOGIN-16]', async () => {
  const wrongPassword = await refusal({ success: false, message: 'The password is wrong.', code: 'x' }, 401)
  expect(explainLoginFailure(wrongPassword)).toBe('User not found')
  expect(explainLoginFailure(new TypeError('fetch failed'))).toBe(
    'Login failed. Please check your credentials. fetch failed',
  )
})

test('shows the retry time after too many sign-ins', async () => {
  const many = await refusal(
    { success: false, message: 'Please wait 2 minutes.', code: 'too_many_requests' },
    429,
  )
  expect(explainLoginFailure(many)).toBe('Please wait 2 minutes.')
})

test('an unverified account returns the server’s message and the account id [LOGIN-13]', async () => {
  const message = 'Please verify your email first.'
  const unverified = await refusal({ success: false, message, data: { isActive: false, id: 'per_1' } }, 403)
  expect([explainLoginFailure(unverified), unverifiedAccountId(unverified)]).toEqual([message, 'per_1'])
  for (const data of [undefined, null, 'per_1', { id: 'per_1' }, { isActive: false, id: 7 }])
    expect(unverifiedAccountId(await refusal({ success: false, message, data }, 403))).toBeUndefined()
})

test('each field of the sign-up has its own error message [SIGNUP-05, SIGNUP-06, SIGNUP-07, SIGNUP-08, SIGNUP-09, SIGNUP-10]', () => {
  expect(validateSignup({})).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Email is required',
    password: 'Password is required',
  })
  expect(validateSignup({ ...SIGN_UP, firstName: ' M ', lastName: 'T', email: 'mei@users' })).toEqual({
    firstName: 'First name must be at least 2 characters',
    lastName: 'Last name must be at least 2 characters',
    email: 'Invalid email format',
  })
})

test('role and company are not validated, and a manufacturer sends no company [SIGNUP-03, SIGNUP-12, ENT-08]', () => {
  expect(validateSignup({ ...SIGN_UP, role: 'anything', companyName: '' })).toEqual({})
  const typed = { ...SIGN_UP, companyName: ' Tan & Co ', companyRegisterNumber: '' }
  expect(toSignupInput({ ...typed, role: 'vendor' })).toEqual({
    ...SIGN_UP,
    role: 'vendor',
    companyName: 'Tan & Co',
    companyRegisterNumber: '',
  })
  expect(toSignupInput({ ...typed, role: 'manufacturer' })).toEqual({ ...SIGN_UP, role: 'manufacturer' })
})

test('a failed reset shows the server’s message, or else the documented one [FORGOT-05, FORGOT-06]', async () => {
  expect(explainResetFailure(await refusal({ success: false, message: 'This link is over.' }, 409))).toBe(
    'This link is over.',
  )
  expect(explainResetFailure(await refusal({ success: false, message: '' }, 409))).toBe(
    'Something went wrong',
  )
  expect(explainResetFailure(new TypeError('fetch failed'))).toBe(
    'Failed to process request. Please try again.',
  )
})

test('shows errors at the fields that the server names, otherwise above the button', async () => {
  const named = await refusal(
    { success: false, message: 'Too common.', details: { fields: ['data.password'] } },
    400,
  )
  expect(toFieldErrors(named, 'Too common.')).toEqual({ password: 'Too common.' })
  for (const details of [undefined, null, {}, { fields: [] }, { fields: 'password' }])
    expect(toFieldErrors(await refusal({ success: false, message: 'No.', details }, 400), 'No.')).toEqual({
      form: 'No.',
    })
})

test('a sign-in returns to a page of this shop only, however the URL is written', () => {
  expect(signInTarget('/checkout?x=1#top')).toBe('/checkout?x=1#top')
  for (const next of [
    undefined,
    '',
    'checkout',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\n//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/%0d%0a//evil.example/../..//evil.example',
    '/..//evil.example',
  ]) {
    const path = safePath(next)
    expect([next, new URL(path ?? '/', 'https://shop.test').host]).toEqual([next, 'shop.test'])
  }
  expect(signInTarget('//evil.example')).toBe('/')
})

test('a new account goes back to the page it came from, else to the first step of its role', () => {
  expect(signUpTarget('/checkout', 'vendor')).toBe('/checkout')
  for (const next of [undefined, '/login', '//evil.example']) {
    expect(signUpTarget(next, 'vendor')).toBe('/v-onboard-one')
    expect(signUpTarget(next, 'manufacturer')).toBe('/m-onboard-one')
  }
})

test('a sign-in does not return to a sign-in page', () => {
  for (const page of ['/login', '/signup?next=/x', '/forget-password', '/otp/per_1'])
    expect(safePath(page)).toBeUndefined()
  expect(withNextParameter('/login', '/checkout')).toBe('/login?next=%2Fcheckout')
  expect(withNextParameter('/login', 'https://evil.example')).toBe('/login')
})

/** Returns the error that a call throws for this answer. */
async function refusal(answer: object, status: number): Promise<unknown> {
  const call = createCall({
    send: () => Promise.resolve(Response.json(answer, { status })),
    log: () => undefined,
  })
  return call('GET /shop/getAllCountries').catch((error: unknown) => error)
}
