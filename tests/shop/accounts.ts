import { eq } from 'drizzle-orm'
import type { Database } from '#database/database.ts'
import { hashPassword } from '#features/identity/accounts/sessions/passwords.ts'
import { openSession } from '#features/identity/accounts/service.ts'
import { accounts, sessions } from '#features/identity/accounts/tables.ts'
import { suppliers } from '#features/catalogue/suppliers/tables.ts'
import { newId } from '#core/ids.ts'
import { HOUR, addMs } from '#core/time.ts'
import type { ActorType, OperatorRole, Role } from '#core/access/permissions.ts'
import { teamMembers } from '#features/identity/teams/tables.ts'
import type { CreatedSupplier } from './factories.ts'

/** A signed-in account: `headers` authenticate its calls, and `id` is the internal key. */
export type CreatedAccount = Readonly<{
  id: number
  publicId: string
  email: string
  firstName: string
  lastName: string
  type: ActorType
  accessToken: string
  refreshToken: string
  headers: Readonly<{ authorization: string }>
}>

/** The password of accounts that have one. */
export const PASSWORD = 'amber over slate'

let passwordHashPromise: Promise<string> | undefined

let createdCount = 0

/** The options of an account in tests; `owns` is the store of a manufacturer. */
export type TestAccountOptions = Readonly<{
  type?: ActorType
  email?: string
  firstName?: string
  lastName?: string
  owns?: CreatedSupplier
  /** Whether the account has the password `PASSWORD`; otherwise it signs in by code or provider. */
  withPassword?: boolean
}>

/** Creates a verified account of any type, a vendor by default, signed in at `now`. */
export async function createSignedInAccount(
  db: Database,
  now: Date,
  options: TestAccountOptions = {},
): Promise<CreatedAccount> {
  createdCount += 1
  const accountInput = {
    publicId: newId('account', now.getTime()),
    email: options.email ?? `account-${createdCount}@accounts.example`,
    firstName: options.firstName ?? 'Mei',
    lastName: options.lastName ?? `Tan ${createdCount}`,
    type: options.type ?? 'vendor',
  }
  const passwordHash = options.withPassword ? await (passwordHashPromise ??= hashPassword(PASSWORD)) : null
  const [saved] = await db
    .insert(accounts)
    .values({ ...accountInput, passwordHash, emailVerifiedAt: now, createdAt: now })
    .returning({ id: accounts.id })
  if (!saved) throw new Error('no account was created')
  if (options.owns)
    await db.update(suppliers).set({ ownerId: saved.id }).where(eq(suppliers.id, options.owns.id))
  const tokens = await createSession(db, saved.id, now)
  return { ...accountInput, id: saved.id, ...tokens }
}

/** A member of a team: their `headers` go with calls for the business, `personal` with those for themselves. */
export type CreatedMember = CreatedAccount &
  Readonly<{
    headers: Readonly<{ authorization: string; 'x-business': string }>
    personal: CreatedAccount['headers']
  }>

/** Creates a member of a business's team in these roles, with an account of their own. */
export async function createTestMember(
  db: Database,
  now: Date,
  {
    business,
    roles,
    ...options
  }: TestAccountOptions & { business: Pick<CreatedAccount, 'id' | 'publicId'>; roles: Role[] },
): Promise<CreatedMember> {
  const account = await createSignedInAccount(db, now, options)
  await db
    .insert(teamMembers)
    .values({ businessId: business.id, accountId: account.id, roles, joinedAt: now })
  const headers = { ...account.headers, 'x-business': business.publicId }
  return { ...account, headers, personal: account.headers }
}

/**
 * Creates an operator with an account of their own in these roles. Without a row of roles an operator is an owner.
 */
export async function createTestOperator(
  db: Database,
  now: Date,
  roles: OperatorRole[],
): Promise<CreatedAccount> {
  const account = await createSignedInAccount(db, now, { type: 'operator', withPassword: true })
  await db.insert(teamMembers).values({ businessId: account.id, accountId: account.id, roles, joinedAt: now })
  return account
}

/** Creates a further session of an account, with a recently typed password where needed. */
export async function createSession(
  db: Database,
  accountId: number,
  now: Date,
): Promise<Pick<CreatedAccount, 'accessToken' | 'refreshToken' | 'headers'>> {
  const device = { userAgent: 'A browser', address: '203.0.113.7' }
  const tokens = await openSession(db, { accountId, device, now })
  await db
    .update(sessions)
    .set({ confirmedUntil: addMs(now, TOKEN_LIFETIME) })
    .where(eq(sessions.accountId, accountId))
  return { ...tokens, headers: { authorization: `Bearer ${tokens.accessToken}` } }
}

const TOKEN_LIFETIME = 10 * 365 * 24 * HOUR
