import { generateCode } from '#features/identity/accounts/second-factor/authenticator-codes.ts'
import { type CreatedAccount, PASSWORD } from '../shop/accounts.ts'
import type { ApiResponse, TestShop } from '../shop/shop.ts'
import { signIn } from './sign-in.ts'

/** Enables two-factor sign-in for a signed-in account; returns its key and recovery codes. */
export async function enableFactor(
  shop: TestShop,
  { headers }: Pick<CreatedAccount, 'headers'>,
): Promise<{ key: string; recoveryCodes: string[] }> {
  const started = await shop.post('/users/secondFactor/start', '', headers)
  const key = String(Reflect.get(Object(started.body), 'key'))
  const code = generateCode(key, shop.now())
  const enabled = await shop.post('/users/secondFactor/enable', { data: { code } }, headers)
  return { key, recoveryCodes: parseRecoveryCodes(enabled) }
}

/** Returns the recovery codes of an answer; throws when it has none. */
export function parseRecoveryCodes({ body, text }: ApiResponse): string[] {
  const codes: unknown = Reflect.get(Object(body), 'recoveryCodes')
  if (!Array.isArray(codes)) throw new Error(`no recovery codes: ${text}`)
  return codes.map(String)
}

/** Signs in with the password of an account that needs a second factor; returns the challenge. */
export async function startSignIn(shop: TestShop, { email }: Pick<CreatedAccount, 'email'>): Promise<string> {
  const { body, text } = await signIn(shop, { email, password: PASSWORD })
  const challenge: unknown = Reflect.get(Object(Reflect.get(Object(body), 'secondFactor')), 'challenge')
  if (typeof challenge !== 'string') throw new Error(`no second factor is due: ${text}`)
  return challenge
}

/** Signs in by the password and a code; returns the last answer. */
export async function signInWithCode(
  shop: TestShop,
  account: Pick<CreatedAccount, 'email'>,
  code: string,
): Promise<ApiResponse> {
  const challenge = await startSignIn(shop, account)
  return shop.post('/users/secondFactor/confirm', { data: { challenge, code } })
}
