import type { UserDataData } from '#features/identity/accounts/contract.ts'
import type { ApiResponse, TestShop } from '../shop/shop.ts'

/** An email of the test shop's outbox. */
export type EmailContent = Readonly<{
  to: string
  subject: string
  text: string
  html: string
  links: string[]
}>

/** Returns the emails to an address so far, latest first; due jobs run before. */
export async function readEmails(shop: TestShop, address: string): Promise<EmailContent[]> {
  await shop.work()
  const { text } = await shop.get(`/dev/mail.json?to=${encodeURIComponent(address)}`)
  const read: EmailContent[] = JSON.parse(text)
  return read
}

/** Returns the six digits of the latest email to an address. */
export async function readCode(shop: TestShop, address: string): Promise<string> {
  const [latest] = await readEmails(shop, address)
  const code = /^ {2}(\d{6})$/m.exec(latest?.text ?? '')?.[1]
  if (!code) throw new Error(`no code was mailed to ${address}`)
  return code
}

/** Returns a code that differs from the given one. */
export function toWrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

/** A complete form of a vendor; its password is not a common one. */
export const SIGN_UP = {
  role: 'vendor',
  firstName: 'Mei',
  lastName: 'Tan',
  email: 'mei@shopper.example',
  password: 'amber over slate',
  companyName: 'Tan & Daughters',
  companyRegisterNumber: 'T12-345',
} as const

/** The fields of a sign-up that differ from the default. */
export type SignUpOverrides = Partial<Record<keyof typeof SIGN_UP, string>>

/** Signs up; returns the answer. */
export async function signUp(shop: TestShop, overrides: SignUpOverrides = {}): Promise<ApiResponse> {
  return shop.post('/users/signup', { data: { ...SIGN_UP, ...overrides } })
}

/** Signs up and verifies the address; returns the public id. */
export async function createVerifiedAccountId(
  shop: TestShop,
  overrides: SignUpOverrides = {},
): Promise<string> {
  const { body } = await signUp(shop, overrides)
  const id = String(Reflect.get(Object(Reflect.get(Object(body), 'user')), 'id'))
  const otp = await readCode(shop, overrides.email ?? SIGN_UP.email)
  const { status } = await shop.post('/users/verifyOTP', { data: { id, otp } })
  if (status !== 200) throw new Error('the address was not verified')
  return id
}

/** Signs in by password; returns the answer. */
export async function signIn(
  shop: TestShop,
  { email = SIGN_UP.email, password = SIGN_UP.password }: { email?: string; password?: string } = {},
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  return shop.post('/users/login', { data: { email, password } }, headers)
}

/** Parses the response of a sign-in; throws when it failed. */
export function parseUserData({ status, body, text }: ApiResponse): UserDataData {
  if (status !== 200) throw new Error(`not signed in: ${text}`)
  // The server answers by this very contract.
  return Reflect.get(Object(body), 'userData') as UserDataData
}

/** Returns the authorization header of a signed-in user. */
export function toBearerHeader({ accessToken }: { accessToken: string }): { authorization: string } {
  return { authorization: `Bearer ${accessToken}` }
}
