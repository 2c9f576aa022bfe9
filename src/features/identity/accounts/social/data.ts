import type { DataHolder } from '../port.ts'
import { deleteIdentities, listIdentities } from './queries.ts'

/** By which providers somebody signs in: told to its owner, and forgotten with the account. */
export const socialData: DataHolder = {
  name: 'signInProviders',
  collect: async (db, personId) =>
    (await listIdentities(db, personId)).map(({ provider, subject, createdAt }) => ({
      provider,
      subject,
      since: createdAt.toISOString(),
    })),
  forget: deleteIdentities,
}
