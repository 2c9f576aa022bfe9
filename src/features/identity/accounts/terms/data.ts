import type { DataHolder } from '../port.ts'
import { listAcceptances } from './queries.ts'

/** Which terms an account has accepted: exported for its owner, and kept as evidence when the account is closed. */
export const termsData: DataHolder = {
  name: 'acceptedTerms',
  collect: async (db, personId) =>
    (await listAcceptances(db, personId)).map(({ version, acceptedAt }) => ({
      version,
      acceptedAt: acceptedAt.toISOString(),
    })),
  forget: () => Promise.resolve(),
}
