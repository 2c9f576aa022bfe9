import { API_KEY_PREFIX } from '#core/access/api-scopes.ts'
import { AppError } from '#core/errors.ts'
import { explainMissingPermission } from '#core/access/missing-permission.ts'
import { type ActorType, findRoleWith, type Permission, type Role } from '#core/access/permissions.ts'
import type { Access, Method, PermissionAccess } from './endpoint.ts'

/** The header with the public ID of the business a member acts for. Without it an account acts for its own. */
export const BUSINESS_HEADER = 'x-business'

/**
 * The caller of a call. `id`, `publicId` and `type` are of the account whose data the call is about: the signed-in
 * account itself, or the account of the business that its members act for. `memberId` is the signed-in account, which
 * is recorded and whose password is requested. Keys are internal; only `publicId` leaves the server.
 */
export type Actor = Readonly<{
  id: number
  publicId: string
  type: ActorType
  memberId: number
  /** The email address of the signed-in account, as is the name. */
  email: string
  firstName: string
  lastName: string
  /** The roles of the signed-in account in the business; empty when it is not a member. */
  roles: readonly Role[]
  /** The role that permits the call, if the call requires a permission. */
  role: Role
  sessionId: number
  /** Until when the password need not be entered again; null if it was not entered. */
  confirmedUntil: Date | null
  /** Whether an operator must first enter, or set up, a second factor. */
  lacksSecondFactor: boolean
  /** Whether an operator views the business of another account, which allows no changes. */
  isViewing: boolean
  /** The API key of the call; null when an account has signed in. */
  apiKey: ApiKey | null
}>

/** An API key's limits within its account's permissions: scopes, and calls a minute. */
export type ApiKey = Readonly<{
  id: number
  name: string
  scopes: readonly Permission[]
  callsPerMinute: number
}>

/** Returns an account as an actor for itself. */
export function toOwnActor(
  account: Pick<Actor, 'id' | 'publicId' | 'type' | 'email' | 'firstName' | 'lastName'>,
): Actor {
  const { id, publicId, type, email, firstName, lastName } = account
  const names = { email, firstName, lastName }
  return {
    id,
    publicId,
    type,
    ...names,
    memberId: id,
    roles: ['owner'],
    role: 'owner',
    sessionId: 0,
    confirmedUntil: null,
    lacksSecondFactor: false,
    isViewing: false,
    apiKey: null,
  }
}

/** The account of an access token, before the endpoint is known. */
export type TokenHolder = Omit<Actor, 'role'>

/**
 * Returns the account of an access token or API key; undefined when it is unknown, expired or revoked. It acts for
 * the business with that public ID, or for its own.
 */
export type ReadActor = (
  token: string,
  now: Date,
  business: string | undefined,
) => Promise<TokenHolder | undefined>

/** The maximum length of a token; longer texts are not looked up. */
const MAX_TOKEN_LENGTH = 200

/** The headers of a call that identify the caller, and the access that it needs. */
type CallHeaders = Readonly<{
  access: Access
  method: Method
  authorization: string | undefined
  business: string | undefined
}>

/**
 * Returns the caller of a request by its `authorization` header, if the endpoint needs one. Throws `not_signed_in` or
 * `bad_token` (401); `wrong_account_type`, `not_a_member`, `second_factor_setup_needed` and `permission_missing`
 * (403) when the business or the role is not allowed, and `viewing_only` (403) when an operator who views a business
 * makes a change.
 */
export async function authenticate(
  { access, method, authorization, business }: CallHeaders,
  readActor: (token: string, business: string | undefined) => Promise<TokenHolder | undefined>,
): Promise<Actor | undefined> {
  if (access === 'public') return undefined
  if (authorization === undefined) {
    if (access === 'optional') return undefined
    throw new AppError('unauthenticated', 'not_signed_in', 'Sign in first.')
  }
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  const isForBusiness = typeof access === 'object'
  const holder =
    token && token.length <= MAX_TOKEN_LENGTH
      ? await readActor(token, isForBusiness ? business : undefined)
      : undefined
  if (!holder) throw token?.startsWith(API_KEY_PREFIX) ? badApiKeyError() : badTokenError()
  if (holder.apiKey && !isForBusiness) throw apiKeyNotAllowedError()
  if (holder.isViewing && method !== 'GET') throw viewingError()
  return { ...holder, role: isForBusiness ? requireAccess(holder, access) : 'owner' }
}

/**
 * Returns the role that permits an account to make a call. Throws `wrong_account_type`, `not_a_member`,
 * `second_factor_setup_needed` and `permission_missing` (403).
 */
function requireAccess(holder: TokenHolder, access: PermissionAccess): Role {
  const permission = access[holder.type]
  if (holder.roles.length === 0) throw notAMemberError()
  if (permission === undefined) throw wrongAccountTypeError(access)
  if (holder.lacksSecondFactor) throw secondFactorSetupNeededError()
  return requirePermission(holder, permission)
}

/** Returns whether the caller's role, and API key if any, has a permission. */
export function hasPermission(
  { type, roles, apiKey }: Pick<Actor, 'type' | 'roles' | 'apiKey'>,
  permission: Permission,
): boolean {
  return (
    findRoleWith(type, roles, permission) !== undefined && (!apiKey || apiKey.scopes.includes(permission))
  )
}

/**
 * Returns the role that gives a caller a permission. Throws `permission_missing` (403) when none of their roles has
 * it, and `scope_missing` (403) when the API key lacks it.
 */
export function requirePermission(
  { type, roles, apiKey }: Pick<Actor, 'type' | 'roles' | 'apiKey'>,
  permission: Permission,
): Role {
  if (apiKey && !apiKey.scopes.includes(permission)) throw scopeMissingError(apiKey, permission)
  const role = findRoleWith(type, roles, permission)
  if (role) return role
  const message = explainMissingPermission(type, roles, permission)
  throw new AppError('forbidden', 'permission_missing', message, { details: { permission, roles } })
}

/**
 * Throws when the password was not entered recently in this session. It is for calls that move money. Throws
 * `password_needed` (403).
 */
export function requireConfirmed(
  { confirmedUntil, apiKey }: Pick<Actor, 'confirmedUntil' | 'apiKey'>,
  now: Date,
): void {
  if (apiKey) throw apiKeyNotAllowedError()
  if (confirmedUntil && confirmedUntil > now) return
  throw new AppError('forbidden', 'password_needed', 'Confirm your password, then try again.')
}

function badTokenError(): AppError {
  return new AppError('unauthenticated', 'bad_token', 'Your session has expired. Please sign in again.')
}

function badApiKeyError(): AppError {
  return new AppError(
    'unauthenticated',
    'bad_api_key',
    'This API key is unknown, revoked, expired, or of another business. Create a new one in your dashboard.',
  )
}

function apiKeyNotAllowedError(): AppError {
  return new AppError(
    'forbidden',
    'api_key_not_allowed',
    'This can’t be done with an API key. Sign in to your dashboard to do it.',
  )
}

function scopeMissingError({ name, scopes }: ApiKey, permission: Permission): AppError {
  return new AppError(
    'forbidden',
    'scope_missing',
    `The API key “${name}” doesn’t include the scope ${permission}. Create a key that does.`,
    { details: { permission, scopes } },
  )
}

function secondFactorSetupNeededError(): AppError {
  return new AppError(
    'forbidden',
    'second_factor_setup_needed',
    'Operators need two-factor sign-in. Set it up in your account, under Security.',
  )
}

function viewingError(): AppError {
  return new AppError(
    'forbidden',
    'viewing_only',
    'You’re viewing this dashboard as an operator. Nothing can be changed here.',
  )
}

function notAMemberError(): AppError {
  return new AppError(
    'forbidden',
    'not_a_member',
    'You’re no longer in this team. Ask its owner to invite you again.',
  )
}

function wrongAccountTypeError(access: PermissionAccess): AppError {
  const typeNames = Object.keys(access)
    .map((type) => `${type}s`)
    .join(' and ')
  return new AppError('forbidden', 'wrong_account_type', `Only ${typeNames} can do this.`)
}
