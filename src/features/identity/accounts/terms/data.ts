import type { AccountDataSource } from '../port.ts'
import { listAcceptances } from './queries.ts'

/** Which terms an account has accepted: exported for its owner, and kept as evidence when the account is closed. */
export const termsData: AccountDataSource = {
  name: 'acceptedTerms',
  collect: async (db, accountId) =>
    (await listAcceptances(db, accountId)).map(({ version, acceptedAt }) => ({
      version,
      acceptedAt: acceptedAt.toISOString(),
    })),
  forget: () => Promise.resolve(),
}
