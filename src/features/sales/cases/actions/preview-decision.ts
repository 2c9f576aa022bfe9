import type { Database } from '#database/database.ts'
import { asDatabase, inTransaction } from '#database/transaction.ts'
import type { WrittenPostingData } from '#features/money/ledger/contract.ts'
import { recordPostings } from '#features/money/ledger/service.ts'
import { type CaseAction, type CaseActionContext, performCaseAction } from './perform-action.ts'

/** Carries what was found out of a transaction that is to be rolled back. */
class PreviewResult extends Error {
  readonly postings: WrittenPostingData[]
  constructor(postings: WrittenPostingData[]) {
    super('a preview is rolled back')
    this.postings = postings
  }
}

/**
 * Returns what a decision would post in the ledger: the decision itself, rolled back, so that the two cannot differ. It refuses what
 * the decision refuses.
 */
export async function previewDecision(
  db: Database,
  context: CaseActionContext,
  action: CaseAction,
): Promise<WrittenPostingData[]> {
  try {
    return await inTransaction(db, async (tx) => {
      const postings = await recordPostings(tx, () => performCaseAction(asDatabase(tx), context, action))
      throw new PreviewResult(postings)
    })
  } catch (error) {
    if (error instanceof PreviewResult) return error.postings
    throw error
  }
}
