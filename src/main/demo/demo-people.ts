import { SignUpForm } from '#features/identity/accounts/contract.ts'
import { findPersonByEmail, findPersonByPublicId } from '#features/identity/accounts/people-queries.ts'
import { makeOperator, readActor } from '#features/identity/accounts/service.ts'
import { signUp, verifyByCode } from '#features/identity/accounts/profile/sign-up.ts'
import { hashPassword } from '#features/identity/accounts/sessions/passwords.ts'
import { signInBySocial } from '#features/identity/accounts/social/social.ts'
import { DAY, later } from '#core/time.ts'
import type { Actor, ActorType } from '#platform/http/calls/actor.ts'
import { DEMO_LOGINS, DEMO_PASSWORD, ownerEmail } from './demo-logins.ts'
import type { DemoSupplierData } from './catalogue/demo-files.ts'
import type { PlannedBuyer } from './history/plan-history.ts'
import type { Stage } from './history/stage.ts'

/** Those who run stores and the marketplace, and the two whom visitors may be. */
export type DemoPeople = Readonly<{
  owners: ReadonlyMap<string, Actor>
  operator: Actor
  shopper: Actor
  vendor: Actor
}>

/** Opens the accounts with a password, by signing up as anybody does. */
export async function openDemoPeople(
  stage: Stage,
  { suppliers, now }: { suppliers: readonly DemoSupplierData[]; now: Date },
): Promise<DemoPeople> {
  const owners = new Map<string, Actor>()
  // Their password is public and the same: it is hashed once, not for each, which would take two seconds of a core.
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const hash = () => Promise.resolve(passwordHash)
  for (const { slug, name, owner, joinedDaysAgo } of suppliers) {
    const at = later(now, -joinedDaysAgo * DAY)
    const form = { ...owner, role: 'manufacturer', companyName: name, email: ownerEmail(slug) } as const
    owners.set(slug, await openByPassword(stage, { form, at, hash }))
  }
  const at = later(now, -200 * DAY)
  const shopper = { firstName: 'Mei', lastName: 'Tan', email: DEMO_LOGINS.shopper }
  const vendor = {
    firstName: 'Ruben',
    lastName: 'Hale',
    companyName: 'Hale & Daughters',
    email: DEMO_LOGINS.vendor,
  }
  await makeOperator(stage.db, { email: DEMO_LOGINS.operator, password: DEMO_PASSWORD, now: at })
  return {
    owners,
    operator: await actorByEmail(stage, DEMO_LOGINS.operator),
    shopper: await openByPassword(stage, { form: shopper, at, hash }),
    vendor: await openByPassword(stage, { form: vendor, at, hash }),
  }
}

type Opening = Readonly<{
  form: Readonly<{
    email: string
    firstName: string
    lastName: string
    role?: ActorType
    companyName?: string
  }>
  at: Date
  hash: () => Promise<string>
}>

async function openByPassword({ db, desks, codes }: Stage, { form, at: now, hash }: Opening): Promise<Actor> {
  const desk = { ...desks.accounts, foundStore: () => Promise.resolve() }
  const whole = SignUpForm.parse({ ...form, password: DEMO_PASSWORD })
  const { id } = await signUp(db, { form: whole, desk, now, hash })
  await verifyByCode(db, { id, code: codes.get(form.email) ?? '', desk, now })
  const person = await findPersonByPublicId(db, id)
  if (!person) throw new Error('the account was not opened')
  return { ...person, sessionId: 0, confirmedUntil: null }
}

async function actorByEmail({ db }: Stage, email: string): Promise<Actor> {
  const person = await findPersonByEmail(db, email)
  if (!person) throw new Error('there is no such account')
  return { ...person, sessionId: 0, confirmedUntil: null }
}

/** Opens the account of a shopper without a password, which nobody but its provider could sign in to. */
export async function openShopperAccount(
  { db, desks, timeline }: Stage,
  { email, firstName, lastName }: PlannedBuyer,
  subject: string,
): Promise<Actor> {
  const now = timeline.now()
  const { userData } = await signInBySocial(db, {
    provider: 'google',
    account: { subject, email, emailProof: 'owner', firstName, lastName },
    typedEmail: '',
    code: '',
    device: { userAgent: 'Demo', address: '192.0.2.1' },
    desk: desks.accounts,
    now,
    countMail: () => Promise.resolve(),
    countTry: () => Promise.resolve(),
  })
  const actor = await readActor(db, userData.accessToken, now)
  if (!actor) throw new Error('the account was not opened')
  return actor
}
