import { SignUpForm } from '#features/identity/accounts/contract.ts'
import { findAccountByEmail, findAccountByPublicId } from '#features/identity/accounts/account-queries.ts'
import { type AccountDeps, ensureOperator } from '#features/identity/accounts/service.ts'
import { readActor } from '#features/identity/teams/service.ts'
import { signUp, verifyByCode } from '#features/identity/accounts/profile/sign-up.ts'
import { hashPassword } from '#features/identity/accounts/sessions/passwords.ts'
import { signInBySocial } from '#features/identity/accounts/social/social.ts'
import { DAY, addMs } from '#core/time.ts'
import type { ActorType, MemberRole } from '#core/access/permissions.ts'
import { type Actor, toOwnActor } from '#platform/http/calls/actor.ts'
import { DEMO_APPLICANT, DEMO_LOGINS, DEMO_PASSWORD, DEMO_TEAM, getOwnerEmail } from './demo-logins.ts'
import type { DemoSupplierData } from './catalogue/demo-files.ts'
import type { PlannedBuyer } from './history/plan-history.ts'
import type { SimulationDeps } from './history/simulation-deps.ts'

/** The accounts of store owners and operators, and the two accounts for visitors. */
export type DemoAccounts = Readonly<{
  owners: ReadonlyMap<string, Actor>
  operator: Actor
  shopper: Actor
  vendor: Actor
  /** Members of the team of the demo's supplier. */
  team: readonly Readonly<{ role: MemberRole; account: Actor }>[]
  /** The owner of a store that waits for its verification. */
  applicant: Actor
}>

/** Creates the accounts with a password, by the usual sign-up. */
export async function createDemoAccounts(
  stage: SimulationDeps,
  { suppliers, now }: { suppliers: readonly DemoSupplierData[]; now: Date },
): Promise<DemoAccounts> {
  const owners = new Map<string, Actor>()
  // All have the same public password: hashing it for each account would take two seconds of CPU time.
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const hash = () => Promise.resolve(passwordHash)
  for (const { slug, name, owner, joinedDaysAgo } of suppliers) {
    const at = addMs(now, -joinedDaysAgo * DAY)
    const form = { ...owner, role: 'manufacturer', companyName: name, email: getOwnerEmail(slug) } as const
    owners.set(slug, await signUpWithPassword(stage, { form, at, hash }))
  }
  const at = addMs(now, -200 * DAY)
  const shopper = { firstName: 'Mei', lastName: 'Tan', email: DEMO_LOGINS.shopper }
  const vendor = {
    firstName: 'Ruben',
    lastName: 'Hale',
    companyName: 'Hale & Daughters',
    email: DEMO_LOGINS.vendor,
  }
  const team: DemoAccounts['team'][number][] = []
  for (const { role, ...form } of TEAM)
    team.push({ role, account: await signUpWithPassword(stage, { form, at, hash }) })
  await ensureOperator(stage.db, { email: DEMO_LOGINS.operator, password: DEMO_PASSWORD, now: at })
  return {
    owners,
    operator: await findActor(stage, DEMO_LOGINS.operator),
    shopper: await signUpWithPassword(stage, { form: shopper, at, hash }),
    vendor: await signUpWithPassword(stage, { form: vendor, at, hash }),
    team,
    applicant: await signUpWithPassword(stage, {
      form: APPLICANT,
      at: addMs(now, -3 * DAY),
      hash,
      createStore: stage.featureDeps.accounts.createStore,
    }),
  }
}

const APPLICANT = {
  firstName: 'Elin',
  lastName: 'Marsh',
  companyName: 'Tidewater Silver',
  role: 'manufacturer',
  email: DEMO_APPLICANT,
} as const

const TEAM = [
  { role: 'catalogue', firstName: 'Priya', lastName: 'Nair', email: DEMO_TEAM.catalogue },
  { role: 'packing', firstName: 'Hafiz', lastName: 'Rahman', email: DEMO_TEAM.packing },
  { role: 'finance', firstName: 'Joanne', lastName: 'Lim', email: DEMO_TEAM.finance },
] as const

type AccountRequest = Readonly<{
  form: Readonly<{
    email: string
    firstName: string
    lastName: string
    role?: ActorType
    companyName?: string
  }>
  at: Date
  hash: () => Promise<string>
  /** None by default: the stores of the demo's suppliers come with their feeds. */
  createStore?: AccountDeps['createStore']
}>

async function signUpWithPassword(
  { db, featureDeps, codes }: SimulationDeps,
  { form, at: now, hash, createStore = () => Promise.resolve() }: AccountRequest,
): Promise<Actor> {
  const accountDeps = { ...featureDeps.accounts, createStore }
  const signUpForm = SignUpForm.parse({ ...form, password: DEMO_PASSWORD })
  const { id } = await signUp(db, { form: signUpForm, deps: accountDeps, now, hash })
  await verifyByCode(db, { id, code: codes.get(form.email) ?? '', deps: accountDeps, now })
  const account = await findAccountByPublicId(db, id)
  if (!account) throw new Error('the account was not opened')
  return toOwnActor(account)
}

async function findActor({ db }: SimulationDeps, email: string): Promise<Actor> {
  const account = await findAccountByEmail(db, email)
  if (!account) throw new Error('there is no such account')
  return toOwnActor(account)
}

/** Creates a shopper's account without a password, which only its sign-in provider can use. */
export async function createShopperAccount(
  { db, featureDeps, timeline }: SimulationDeps,
  { email, firstName, lastName }: PlannedBuyer,
  subject: string,
): Promise<Actor> {
  const now = timeline.now()
  const result = await signInBySocial(db, {
    provider: 'google',
    account: { subject, email, emailProof: 'owner', firstName, lastName },
    typedEmail: '',
    code: '',
    device: { userAgent: 'Demo', address: '192.0.2.1' },
    deps: featureDeps.accounts,
    now,
    countMail: () => Promise.resolve(),
    countTry: () => Promise.resolve(),
  })
  const holder = 'userData' in result && (await readActor(db, result.userData.accessToken, { now }))
  if (!holder) throw new Error('the account was not opened')
  return toOwnActor(holder)
}
