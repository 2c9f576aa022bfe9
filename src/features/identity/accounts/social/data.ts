import type { AccountDataSource } from '../port.ts'
import { deleteIdentities, listIdentities } from './queries.ts'

/** The sign-in providers of an account: exported for its owner, deleted with the account. */
export const socialData: AccountDataSource = {
  name: 'signInProviders',
  collect: async (db, accountId) =>
    (await listIdentities(db, accountId)).map(({ provider, subject, createdAt }) => ({
      provider,
      subject,
      since: createdAt.toISOString(),
    })),
  forget: deleteIdentities,
}
