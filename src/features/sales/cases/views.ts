import type { Queryable } from '#database/database.ts'
import { findMoney, listLines, refundableOf } from '#features/sales/orders/service.ts'
import { caseNotFound } from './actions/act-in-case.ts'
import { listPictures } from './messages/picture-queries.ts'
import { shownPicture } from './messages/pictures.ts'
import {
  type EntriesPart,
  findCase,
  listCaseLines,
  listEntries,
  type ReadCase,
  type ReadEntry,
  type WhoseCases,
} from './read-queries.ts'
import { possibleActs } from './rules.ts'
import { readProposals } from './timers/silence.ts'
import type { CaseData, CaseInListData, CaseSide } from './shapes.ts'

/** How much of a case's words is shown at once. */
const PAGE = 20

/** A case by its public id as that side sees it. Throws `case_not_found`. */
export async function readCaseAs(db: Queryable, id: string, { whose, side }: Reader): Promise<CaseData> {
  const found = await findCase(db, id, whose)
  if (!found) throw caseNotFound()
  return shownCase(db, found, { side })
}

/** Whose cases somebody reads, and as which side. */
export type Reader = Readonly<{ whose: WhoseCases; side: CaseSide }>

/** What was said in a case before a place, the newest page without one. Throws `case_not_found`. */
export async function readEntries(
  db: Queryable,
  id: string,
  { whose, before }: Readonly<{ whose: WhoseCases; before: number | undefined }>,
): Promise<ShownEntries> {
  const found = await findCase(db, id, whose)
  if (!found) throw caseNotFound()
  return shownEntries(db, found.id, { before, limit: PAGE })
}

/** A case as that side sees it, with its newest words, or all of them. */
export async function shownCase(
  db: Queryable,
  found: ReadCase,
  { side, isWhole = false }: Readonly<{ side: CaseSide; isWhole?: boolean }>,
): Promise<CaseData> {
  const [proposals, said, about, lines, money] = await Promise.all([
    readProposals(db, found),
    shownEntries(db, found.id, isWhole ? {} : { limit: PAGE }),
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
    ...said,
    actions: possibleActs(found, side),
  }
}

type ShownEntries = Pick<CaseData, 'entries' | 'earlier'>

async function shownEntries(db: Queryable, caseId: number, part: EntriesPart): Promise<ShownEntries> {
  const entries = await listEntries(db, caseId, part)
  const pictures = await listPictures(
    db,
    entries.map(({ id }) => id),
  )
  return {
    entries: entries.map((entry) => ({
      place: entry.place,
      event: entry.event,
      side: entry.side,
      text: entry.text,
      isErased: entry.isErased,
      terms: termsOf(entry),
      pictures: pictures.filter(({ entryId }) => entryId === entry.id).map(shownPicture),
      at: entry.at.toISOString(),
    })),
    earlier: Math.max(0, (entries[0]?.place ?? 1) - 1),
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
