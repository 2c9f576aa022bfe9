import type { Queryable, Transaction } from '#database/database.ts'
import { refused } from '#core/errors.ts'
import type { BusinessData } from './shapes.ts'
import { readBusinesses } from './read-team.ts'
import { toBusinessName } from './rules.ts'
import { deleteAccountTeams, hasOtherOwner, listTransferredBusinesses } from './team-queries.ts'

/** Returns the teams of an account, for its data export. */
export async function exportTeams(
  db: Queryable,
  accountId: number,
): Promise<Pick<BusinessData, 'name' | 'type' | 'roles'>[]> {
  const businesses = await readBusinesses(db, accountId)
  return businesses.filter(({ isOwn }) => !isOwn).map(({ name, type, roles }) => ({ name, type, roles }))
}

/**
 * Removes a closed account from all teams; its own business's members lose access. Refuses with `owns_business` if it
 * owns a business that another account created.
 */
export async function forgetTeams(tx: Transaction, accountId: number): Promise<void> {
  const [transferred] = await listTransferredBusinesses(tx, accountId)
  if (transferred)
    throw refused(
      'owns_business',
      `You own ${toBusinessName(transferred)}. Transfer the ownership to another member first, then close your account.`,
    )
  await deleteAccountTeams(tx, { accountId, keepsTeam: await hasOtherOwner(tx, accountId) })
}
