import type { Queryable } from '#database/database.ts'
import { findMoney, listLines, refundableOf } from '#features/orders/service.ts'
import { caseNotFound } from './act-in-case.ts'
import { listPictures } from './picture-queries.ts'
import { shownPicture } from './pictures.ts'
import {
  findCase,
  listCaseLines,
  listEntries,
  type ReadCase,
  type ReadEntry,
  type WhoseCases,
} from './read-queries.ts'
import { possibleActs } from './rules.ts'
import { readProposals } from './silence.ts'
import type { CaseData, CaseInListData, CaseSide } from './shapes.ts'

/** A case by its public id as that side sees it. Throws `case_not_found`. */
export async function readCaseAs(
  db: Queryable,
  id: string,
  { whose, side }: Readonly<{ whose: WhoseCases; side: CaseSide }>,
): Promise<CaseData> {
  const found = await findCase(db, id, whose)
  if (!found) throw caseNotFound()
  return shownCase(db, found, side)
}

/** A case as that side sees it. */
export async function shownCase(db: Queryable, found: ReadCase, side: CaseSide): Promise<CaseData> {
  const [proposals, entries, pictures, about, lines, money] = await Promise.all([
    readProposals(db, found),
    listEntries(db, found.id),
    listPictures(db, found.id),
    listCaseLines(db, found.id),
    listLines(db, [found.orderId]),
    findMoney(db, found.orderId),
  ])
  const { agreedAmount: amount, agreedBy: by } = found
  return {
    ...listedCase(found),
    version: found.version,
    most: refundableOf(money),
    lines: about.map(({ lineId, quantity }) => {
      const place = lines.findIndex((line) => line.id === lineId)
      return { line: place + 1, title: lines[place]?.title ?? '', quantity }
    }),
    buyerProposal: proposals.buyer,
    supplierProposal: proposals.supplier,
    silence: proposals.silence,
    agreed: amount === null || by === null ? null : { amount, by },
    given: found.givenAmount,
    returnTracking: found.returnTracking,
    endsAt: found.endsAt?.toISOString() ?? null,
    closedAt: found.closedAt?.toISOString() ?? null,
    entries: entries.map((entry) => ({
      event: entry.event,
      side: entry.side,
      text: entry.text,
      isErased: entry.isErased,
      terms: termsOf(entry),
      pictures: pictures.filter(({ entryId }) => entryId === entry.id).map(shownPicture),
      at: entry.at.toISOString(),
    })),
    actions: possibleActs(found, side),
  }
}

/** A case as it stands in a list. */
export function listedCase(found: ReadCase): CaseInListData {
  const { publicId: id, order, number, supplier, kind, reason, state, outcome, currency } = found
  const answerBy = found.answerBy?.toISOString() ?? null
  const openedAt = found.openedAt.toISOString()
  return { id, order, number, supplier, kind, reason, state, outcome, currency, answerBy, openedAt }
}

function termsOf({ amount, withReturn }: ReadEntry) {
  return amount === null || withReturn === null ? null : { amount, withReturn }
}
