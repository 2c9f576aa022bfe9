import { type Database, inTransaction, type Queryable, type Transaction } from '#database/database.ts'
import { type AppError, notFound, refused } from '#core/errors.ts'
import { maskEmail } from '#core/emails/email.ts'
import type { OperatorRole } from '#core/access/permissions.ts'
import { type Actor, requirePermission } from '#platform/http/calls/actor.ts'
import {
  type Account,
  type AccountDataSource,
  type AccountDeps,
  createOperatorAccount,
  eraseAccount,
  findAccountByPublicId,
  lockAccount,
  removeSecondFactor,
  signOutEverywhere,
} from '#features/identity/accounts/service.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import { saveRoles } from '#features/identity/teams/service.ts'
import { operatorInvitedEmail, operatorRolesChangedEmail } from './emails.ts'
import { listOperatorRows, lockOperators, type OperatorRow } from './operator-queries.ts'

export { listOperatorRows } from './operator-queries.ts'
export { hasOperator } from './setup/first-operator.ts'

/** The source of a change of a user's account, and its reason. */
export type AccountChange = Readonly<{
  source: AuditSource
  actor: Actor
  deps: AccountDeps
  id: string
  reason: string
}>

/** An operator who changes the operators. */
export type OperatorChange = Readonly<{ source: AuditSource; deps: AccountDeps }>

/**
 * Creates an operator with these roles and emails a link to set a password. Returns the public id. Throws `form_faulty`
 * and `email_taken`.
 */
export async function inviteOperator(
  db: Database,
  { source, deps }: OperatorChange,
  form: Readonly<{ email: string; firstName: string; lastName: string; roles: OperatorRole[] }>,
): Promise<string> {
  const { now } = source
  const { roles } = form
  return inTransaction(db, async (tx) => {
    const account = await createOperatorAccount(tx, { ...form, now })
    await saveRoles(tx, { businessId: account.id, accountId: account.id, roles, now })
    await record(tx, source, {
      action: 'Invited an operator',
      account,
      before: {},
      after: { email: maskEmail(account.email), roles },
    })
    const message = operatorInvitedEmail({ roles, url: `${deps.publicUrl}/forget-password` })
    await post(tx, { deps, now }, { key: `operator-invited:${account.publicId}`, to: account.email, message })
    return account.publicId
  })
}

/** Changes an operator's roles and emails them. Throws `account_not_found`, `not_an_operator` and `last_owner`. */
export async function changeOperatorRoles(
  db: Database,
  { source, deps }: OperatorChange,
  { id, roles }: Readonly<{ id: string; roles: OperatorRole[] }>,
): Promise<void> {
  const { now } = source
  await inTransaction(db, async (tx) => {
    const operators = await lockOperators(tx)
    const operator = operators.find((one) => one.id === id)
    if (!operator) throw notAnOperatorError()
    if (!roles.includes('owner')) requireOtherOwner(operators, operator.accountId)
    const { accountId, roles: before } = operator
    if (before.toSorted().join() === roles.toSorted().join()) return
    await saveRoles(tx, { businessId: accountId, accountId, roles, now })
    const account = { publicId: id }
    await record(tx, source, {
      action: 'Changed the roles of an operator',
      account,
      before: { roles: before },
      after: { roles },
    })
    const message = operatorRolesChangedEmail({ roles, url: `${deps.publicUrl}/dashboard/operator` })
    await post(tx, { deps, now }, { key: `operator-roles:${id}`, to: operator.email, message })
  })
}

/**
 * An operator's roles: exported for the operator, and deleted with the account. Refuses with `last_owner` if no one
 * could still assign roles, also when the operator closes the account on the profile page.
 */
export const operatorRoleData: AccountDataSource = {
  name: 'operatorRoles',
  collect: async (db, accountId) => (await findOperator(db, accountId))?.roles ?? null,
  async forget(tx, accountId) {
    if (!(await findOperator(tx, accountId))) return
    const operators = await lockOperators(tx)
    const operator = operators.find((one) => one.accountId === accountId)
    if (operator?.roles.includes('owner')) requireOtherOwner(operators, accountId)
  },
}

async function findOperator(db: Queryable, accountId: number): Promise<OperatorRow | undefined> {
  return (await listOperatorRows(db)).find((one) => one.accountId === accountId)
}

/**
 * Ends all sessions of an account; returns how many. Throws `account_not_found`, and `permission_missing` for
 * operators.
 */
export async function endAccountSessions(db: Database, change: AccountChange): Promise<number> {
  const { source, reason } = change
  return inTransaction(db, async (tx) => {
    const account = await lockTarget(tx, change)
    const ended = await signOutEverywhere(tx, { accountId: account.id, but: undefined }, source.now)
    const after = { endedSessions: ended, reason }
    await record(tx, source, { action: 'Signed an account out', account, before: {}, after })
    return ended
  })
}

/**
 * Removes the second factor of an account, ends its sessions and emails its user. Throws `own_account`, because
 * operators change their own by a code, and `not_on` besides the errors of `endAccountSessions`.
 */
export async function resetSecondFactor(db: Database, change: AccountChange): Promise<void> {
  const { source, deps, reason } = change
  await inTransaction(db, async (tx) => {
    const account = await lockTarget(tx, change)
    if (account.id === source.memberId)
      throw refused(
        'own_account',
        'This is your own account. Sign in with a recovery code, or ask another owner.',
      )
    if (!(await removeSecondFactor(tx, { account, deps, now: source.now, byOperator: true })))
      throw refused('not_on', 'Two-factor sign-in is off for this account.')
    await signOutEverywhere(tx, { accountId: account.id, but: undefined }, source.now)
    const action = 'Reset the two-factor sign-in of an account'
    await record(tx, source, {
      action,
      account,
      before: { secondFactor: true },
      after: { secondFactor: false, reason },
    })
  })
}

/**
 * Closes an account on behalf of its user. Throws `own_account`, `last_owner`, `owns_business`, `account_not_found`,
 * and `permission_missing` for operators.
 */
export async function closeAccountForUser(db: Database, change: AccountChange): Promise<void> {
  const { source, deps, reason } = change
  await inTransaction(db, async (tx) => {
    const account = await lockTarget(tx, change)
    if (account.id === source.memberId)
      throw refused('own_account', 'This is your own account. Close it on your profile page.')
    const after = { closed: true, reason }
    await record(tx, source, { action: 'Closed an account', account, before: { closed: false }, after })
    await eraseAccount(tx, { account, deps, now: source.now, byOperator: true })
  })
}

/**
 * Returns the account of a change, locked. Only owners may change operators' accounts: other operators could take them
 * over.
 */
async function lockTarget(tx: Transaction, { id, actor }: AccountChange): Promise<Account> {
  const found = await findAccountByPublicId(tx, id)
  const account = found && (await lockAccount(tx, found.id))
  if (!account) throw accountNotFoundError()
  if (account.type === 'operator') requirePermission(actor, 'operators:write')
  return account
}

function requireOtherOwner(operators: readonly OperatorRow[], accountId: number): void {
  const isOwned = operators.some((one) => one.accountId !== accountId && one.roles.includes('owner'))
  if (!isOwned) throw refused('last_owner', 'This is the last owner. Make another operator an owner first.')
}

type RecordedChange = Readonly<{
  action: string
  account: Pick<Account, 'publicId'>
  before: Parameters<typeof recordChange>[2]['before']
  after: Parameters<typeof recordChange>[2]['after']
}>

async function record(tx: Transaction, source: AuditSource, change: RecordedChange): Promise<void> {
  const { action, account, before, after } = change
  await recordChange(tx, source, {
    supplierId: null,
    kind: 'account',
    action,
    entity: `account:${account.publicId}`,
    before,
    after: { account: account.publicId, ...after },
  })
}

type OperatorEmail = Readonly<{ key: string; to: string; message: ReturnType<typeof operatorInvitedEmail> }>

async function post(
  tx: Transaction,
  { deps, now }: Readonly<{ deps: AccountDeps; now: Date }>,
  { key, to, message }: OperatorEmail,
): Promise<void> {
  await deps.post(tx, [{ key: `${key}:${now.getTime()}`, to, message, isSecret: false }], now)
}

function accountNotFoundError(): AppError {
  return notFound('account_not_found', 'This account does not exist or is closed.')
}

function notAnOperatorError(): AppError {
  return refused('not_an_operator', 'This account isn’t an operator. Invite an operator instead.')
}
