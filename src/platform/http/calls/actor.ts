import { AppError } from '#core/errors.ts'
import type { Access } from './endpoint.ts'

/** The types of accounts. */
export type ActorType = 'vendor' | 'manufacturer' | 'operator'

/** Who makes a call, as far as calls need to know; `id` and `sessionId` are internal keys, `publicId` leaves the server. */
export type Actor = Readonly<{
  id: number
  publicId: string
  type: ActorType
  email: string
  firstName: string
  lastName: string
  sessionId: number
  /** Until when the password need not be typed again, where it was. */
  confirmedUntil: Date | null
}>

/** Returns the account of an access token; undefined when the token is unknown, expired or revoked. */
export type ReadActor = (token: string, now: Date) => Promise<Actor | undefined>

/** Longer texts are no tokens, and are not looked for. */
const MAX_TOKEN_LENGTH = 200

/**
 * Who calls, by the `authorization` header, where an endpoint asks for it. Throws `not_signed_in` or `bad_token` (401), and
 * `wrong_account_type` (403) for an account of another type.
 */
export async function authenticate(
  { access, header }: Readonly<{ access: Access; header: string | undefined }>,
  readActor: (token: string) => Promise<Actor | undefined>,
): Promise<Actor | undefined> {
  if (access === 'public') return undefined
  if (header === undefined) {
    if (access === 'optional') return undefined
    throw new AppError('unauthenticated', 'not_signed_in', 'Sign in first.')
  }
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1]
  const actor = token && token.length <= MAX_TOKEN_LENGTH ? await readActor(token) : undefined
  if (!actor) throw badTokenError()
  if (Array.isArray(access) && !access.includes(actor.type)) throw wrongAccountTypeError(access)
  return actor
}

/** Has a call that moves money wait for the password, unless it was typed in this session a short time ago. Throws `password_needed` (403). */
export function requireConfirmed({ confirmedUntil }: Pick<Actor, 'confirmedUntil'>, now: Date): void {
  if (confirmedUntil && confirmedUntil > now) return
  throw new AppError('forbidden', 'password_needed', 'Confirm your password, then try again.')
}

function badTokenError(): AppError {
  return new AppError('unauthenticated', 'bad_token', 'Your session has expired. Please sign in again.')
}

function wrongAccountTypeError(requiredTypes: readonly ActorType[]): AppError {
  const typeNames = requiredTypes.map((type) => `${type}s`).join(' and ')
  return new AppError('forbidden', 'wrong_account_type', `Only ${typeNames} can do this.`)
}
