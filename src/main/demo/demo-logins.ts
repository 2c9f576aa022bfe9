import { type Database, inTransaction } from '#database/database.ts'
import { findAccountByEmail, updateAccount } from '#features/identity/accounts/account-queries.ts'
import { endSessions } from '#features/identity/accounts/sessions/session-queries.ts'
import type { Log } from '#platform/log.ts'
import { readDemoFiles } from './catalogue/demo-files.ts'

/** The password of every demo account. */
export const DEMO_PASSWORD = 'a demo of cabochon'

/** The accounts of the demo in the start log and the README; each supplier has its own. */
export const DEMO_LOGINS = {
  shopper: 'shopper@cabochon.example',
  vendor: 'vendor@cabochon.example',
  supplier: 'kallang-fine@cabochon.example',
  operator: 'operator@cabochon.example',
} as const

/** Members of the team of the demo's supplier, by their role. */
export const DEMO_TEAM = {
  catalogue: 'catalogue.kallang-fine@cabochon.example',
  packing: 'packing.kallang-fine@cabochon.example',
  finance: 'finance.kallang-fine@cabochon.example',
} as const

/** The owner of a store that waits for its verification. */
export const DEMO_APPLICANT = 'tidewater@cabochon.example'

/** Returns the email address of a demo supplier's owner. */
export function getOwnerEmail(slug: string): string {
  return `${slug}@cabochon.example`
}

/** Returns the demo accounts for the sign-in page; null in a shop without the demo. */
export async function readDemoLogins(db: Database) {
  if (!(await hasDemoAccounts(db))) return null
  const roles = ['shopper', 'vendor', 'supplier', 'operator'] as const
  const accounts = roles.map((role) => ({ role, email: DEMO_LOGINS[role] }))
  return { password: DEMO_PASSWORD, accounts: [...accounts, ...(await listTeamLogins(db))] }
}

/** Returns the existing members of the demo's team; a demo loaded before teams existed has none. */
async function listTeamLogins(db: Database) {
  const roles = ['catalogue', 'packing', 'finance'] as const
  const members = []
  for (const role of roles) {
    const account = await findAccountByEmail(db, DEMO_TEAM[role])
    if (account) members.push({ role, email: DEMO_TEAM[role] })
  }
  return members
}

/** Returns whether there are demo accounts. */
async function hasDemoAccounts(db: Database): Promise<boolean> {
  return (await findAccountByEmail(db, DEMO_LOGINS.operator)) !== undefined
}

/** Logs the accounts that can sign in to the demo, if it was loaded with accounts. */
export async function logDemoAccounts(db: Database, log: Log): Promise<void> {
  if (await hasDemoAccounts(db))
    log.info({ ...DEMO_LOGINS, password: DEMO_PASSWORD }, 'sign in to the demo with one of these addresses')
}

/**
 * Removes the passwords of the demo accounts and ends their sessions. It runs when a shop that was loaded with the
 * demo in development starts in production, as that password is public.
 */
export async function disableDemoAccounts(
  db: Database,
  { log, now }: { log: Log; now: Date },
): Promise<void> {
  if (!(await hasDemoAccounts(db))) return
  const { suppliers } = await readDemoFiles()
  const owners = suppliers.map(({ slug }) => getOwnerEmail(slug))
  const emails = new Set([
    ...Object.values(DEMO_LOGINS),
    ...Object.values(DEMO_TEAM),
    ...owners,
    DEMO_APPLICANT,
  ])
  for (const email of emails) {
    const account = await findAccountByEmail(db, email)
    if (!account?.passwordHash) continue
    await inTransaction(db, async (tx) => {
      await updateAccount(tx, account.id, { passwordHash: null })
      await endSessions(tx, { accountId: account.id }, now)
    })
    log.warn({ email }, 'removed the password of a demo account, as the shop runs in production')
  }
}
