import type { Queryable } from '#database/database.ts'
import { listPurchasesWithCases } from './actions/leave-queries.ts'
import { listOfPurchase } from './read-queries.ts'
import type { CaseData } from './shapes.ts'
import { shownCase } from './views.ts'

/** All cases of a person as the buyer, oldest first, for whoever takes their data along; pictures by their addresses. */
export async function exportCases(db: Queryable, personId: number): Promise<CaseData[]> {
  const cases: CaseData[] = []
  // One after the other: who has many is not to hold all connections.
  for (const purchase of await listPurchasesWithCases(db, personId))
    for (const found of await listOfPurchase(db, purchase))
      cases.push(await shownCase(db, found, { side: 'buyer', isWhole: true }))
  return cases
}
