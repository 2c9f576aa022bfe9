import type { AccountDataSource } from '../port.ts'
import { deleteIdentities, listIdentities } from './queries.ts'

/** By which providers somebody signs in: told to its owner, and forgotten with the account. */
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
