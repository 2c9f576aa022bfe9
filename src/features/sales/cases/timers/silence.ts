import type { Queryable } from '#database/database.ts'
import { type Case, findProposal, type Terms } from '../case-queries.ts'
import { silentTerms } from '../rules.ts'

/** What each side of a case has proposed last, and what it comes to if nobody does anything. */
export type Proposals = Readonly<{ buyer: Terms; supplier: Terms | null; silence: Terms | null }>

/** What is proposed in a case, and what stands by silence. */
export async function readProposals(db: Queryable, found: Case): Promise<Proposals> {
  const [buyer, offer] = await Promise.all([
    findProposal(db, found.id, 'buyer'),
    findProposal(db, found.id, 'supplier'),
  ])
  if (!buyer) throw new Error('a case without a beginning')
  const supplier = offer ?? null
  const { agreedAmount } = found
  return { buyer, supplier, silence: silentTerms(found, { buyer, supplier, agreedAmount }) }
}
