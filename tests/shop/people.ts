import { eq } from 'drizzle-orm'
import type { Database } from '#database/database.ts'
import { hashPassword } from '#features/identity/accounts/sessions/passwords.ts'
import { openSession } from '#features/identity/accounts/service.ts'
import { people, sessions } from '#features/identity/accounts/tables.ts'
import { suppliers } from '#features/catalogue/suppliers/tables.ts'
import { newId } from '#core/ids.ts'
import { HOUR, later } from '#core/time.ts'
import type { ActorType } from '#platform/http/calls/actor.ts'
import type { MadeSupplier } from './factories.ts'

/** Somebody with an account, signed in: `headers` go with the calls that are theirs. `id` is the internal key. */
export type MadePerson = Readonly<{
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

/** The password of who has one. */
export const PASSWORD = 'amber over slate'

let hashed: Promise<string> | undefined

let made = 0

/** What matters of a person to a test; `owns` is the store a manufacturer has. */
export type PersonGiven = Readonly<{
  type?: ActorType
  email?: string
  firstName?: string
  lastName?: string
  owns?: MadeSupplier
  /** Whether they have a password, `PASSWORD`: else they came by code or by somebody they are known to. */
  withPassword?: boolean
}>

/** A person of any kind, verified, a vendor unless said otherwise, signed in at `now`. */
export async function personSignedIn(db: Database, now: Date, given: PersonGiven = {}): Promise<MadePerson> {
  made += 1
  const person = {
    publicId: newId('person', now.getTime()),
    email: given.email ?? `person-${made}@people.example`,
    firstName: given.firstName ?? 'Mei',
    lastName: given.lastName ?? `Tan ${made}`,
    type: given.type ?? 'vendor',
  }
  const passwordHash = given.withPassword ? await (hashed ??= hashPassword(PASSWORD)) : null
  const [kept] = await db
    .insert(people)
    .values({ ...person, passwordHash, emailVerifiedAt: now, createdAt: now })
    .returning({ id: people.id })
  if (!kept) throw new Error('no person was made')
  if (given.owns) await db.update(suppliers).set({ ownerId: kept.id }).where(eq(suppliers.id, given.owns.id))
  const tokens = await signedInAnew(db, kept.id, now)
  return { ...person, id: kept.id, ...tokens }
}

/** A further session of a person, who has just typed the password where that is asked for. */
export async function signedInAnew(
  db: Database,
  personId: number,
  now: Date,
): Promise<Pick<MadePerson, 'accessToken' | 'refreshToken' | 'headers'>> {
  const device = { userAgent: 'A browser', address: '203.0.113.7' }
  const tokens = await openSession(db, { personId, device, now })
  await db
    .update(sessions)
    .set({ confirmedUntil: later(now, YEARS) })
    .where(eq(sessions.personId, personId))
  return { ...tokens, headers: { authorization: `Bearer ${tokens.accessToken}` } }
}

const YEARS = 10 * 365 * 24 * HOUR
