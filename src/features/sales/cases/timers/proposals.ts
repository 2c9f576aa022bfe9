import type { Queryable } from '#database/database.ts'
import { type Case, findProposal, type Terms } from '../case-queries.ts'
import { getDefaultTerms } from '../rules.ts'

/** The latest proposals of both sides of a case, and its default terms. */
export type Proposals = Readonly<{ buyer: Terms; supplier: Terms | null; silence: Terms | null }>

/** Returns a case's proposals and its default terms. */
export async function readProposals(db: Queryable, caseRecord: Case): Promise<Proposals> {
  const [buyer, offer] = await Promise.all([
    findProposal(db, caseRecord.id, 'buyer'),
    findProposal(db, caseRecord.id, 'supplier'),
  ])
  if (!buyer) throw new Error('a case without a beginning')
  const supplier = offer ?? null
  const { agreedAmount } = caseRecord
  return { buyer, supplier, silence: getDefaultTerms(caseRecord, { buyer, supplier, agreedAmount }) }
}
