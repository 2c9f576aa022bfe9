import type { AccountDataSource } from '../port.ts'
import { listAcceptances } from './queries.ts'

/** The terms an account has accepted: exported for its owner, and stored as evidence after closing. */
export const termsData: AccountDataSource = {
  name: 'acceptedTerms',
  collect: async (db, accountId) =>
    (await listAcceptances(db, accountId)).map(({ version, acceptedAt }) => ({
      version,
      acceptedAt: acceptedAt.toISOString(),
    })),
  forget: () => Promise.resolve(),
}
