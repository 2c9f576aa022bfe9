import type { Queryable } from '#database/database.ts'
import { listPurchasesWithCases } from './actions/erase-queries.ts'
import { listPurchaseCases } from './read-queries.ts'
import type { CaseData } from './shapes.ts'
import { buildCaseView } from './views.ts'

/** Returns all cases of an account as the buyer, oldest first, for the export of its data; pictures by their addresses. */
export async function exportCases(db: Queryable, accountId: number): Promise<CaseData[]> {
  const cases: CaseData[] = []
  // One after the other: who has many is not to hold all connections.
  for (const purchase of await listPurchasesWithCases(db, accountId))
    for (const caseDetails of await listPurchaseCases(db, purchase))
      cases.push(await buildCaseView(db, caseDetails, { side: 'buyer', isWhole: true }))
  return cases
}
