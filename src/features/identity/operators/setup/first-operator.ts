import { createHash, timingSafeEqual } from 'node:crypto'
import { maskEmail } from '#core/emails/email.ts'
import { refused } from '#core/errors.ts'
import { type Database, inTransaction, type Queryable } from '#database/database.ts'
import { createOperatorAccount, hashNewPassword } from '#features/identity/accounts/service.ts'
import { recordChange } from '#features/identity/audit/service.ts'
import { listOperatorRows, lockFirstOperator } from '../operator-queries.ts'

/** Returns whether the shop has an operator, so that the setup link is invalid. */
export async function hasOperator(db: Queryable): Promise<boolean> {
  return (await listOperatorRows(db)).length > 0
}

/** The form of the first operator; `token` is that of the link. */
export type FirstOperator = Readonly<{
  token: string
  firstName: string
  lastName: string
  email: string
  password: string
}>

/**
 * Creates the first operator, an owner. Throws `setup_link_over` for a token other than `setupToken` and once there is
 * an operator, `form_faulty` and `email_taken`.
 */
export async function createFirstOperator(
  db: Database,
  { token, password, ...form }: FirstOperator,
  { setupToken, client, now }: Readonly<{ setupToken: string; client: string; now: Date }>,
): Promise<void> {
  if (!isSame(token, setupToken) || (await hasOperator(db))) throw linkOverError()
  const passwordHash = await hashNewPassword(form.email, password)
  await inTransaction(db, async (tx) => {
    await lockFirstOperator(tx)
    if (await hasOperator(tx)) throw linkOverError()
    const account = await createOperatorAccount(tx, { ...form, passwordHash, now })
    const source = { businessId: account.id, memberId: account.id, role: 'operator', client, now } as const
    await recordChange(tx, source, {
      supplierId: null,
      kind: 'account',
      action: 'Created the first operator',
      entity: `account:${account.publicId}`,
      before: {},
      after: { account: account.publicId, email: maskEmail(account.email), roles: ['owner'] },
    })
  })
}

function linkOverError() {
  return refused(
    'setup_link_over',
    'This link is not valid, or the shop has an operator already. Use the latest link from the log, or sign in.',
  )
}

/** Compares two texts in constant time. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return first !== undefined && second !== undefined && timingSafeEqual(first, second)
}
