import type { Queryable } from '#database/database.ts'
import { findMoney, listLines, getRefundableAmount } from '#features/sales/orders/service.ts'
import { caseNotFound } from './actions/perform-action.ts'
import { listPictures } from './messages/picture-queries.ts'
import { toPictureView } from './messages/pictures.ts'
import {
  type EntryRange,
  findCase,
  listCaseLines,
  listEntries,
  type CaseDetails,
  type CaseEntryDetails,
  type CaseScope,
  listPurchaseCases,
} from './read-queries.ts'
import { buildReturnView } from './returns/return-views.ts'
import { listPossibleCaseEvents } from './rules.ts'
import { readProposals } from './timers/proposals.ts'
import type { CaseData, CaseInListData, CaseSide } from './shapes.ts'
import { listPurchasesWithCases } from './actions/erase-queries.ts'

/** The most entries of a case shown at once. */
const PAGE_SIZE = 20

/** Returns a case by its public id as that side sees it. Throws `case_not_found`. */
export async function readCaseAs(db: Queryable, id: string, { scope, ...reader }: Reader): Promise<CaseData> {
  const caseDetails = await findCase(db, id, scope)
  if (!caseDetails) throw caseNotFound()
  return buildCaseView(db, caseDetails, reader)
}

/** A reader of cases: the scope, and the side. */
export type Reader = Readonly<{ scope: CaseScope; side: CaseSide; sellsLabels?: boolean }>

/** Returns a page of a case's entries before a position; the newest page without one. Throws `case_not_found`. */
export async function readEntries(
  db: Queryable,
  id: string,
  { scope, before }: Readonly<{ scope: CaseScope; before: number | undefined }>,
): Promise<CaseEntriesView> {
  const caseDetails = await findCase(db, id, scope)
  if (!caseDetails) throw caseNotFound()
  return buildEntriesView(db, caseDetails.id, { before, limit: PAGE_SIZE })
}

/** Returns a case as that side sees it, with its newest entries or all of them. */
export async function buildCaseView(
  db: Queryable,
  caseDetails: CaseDetails,
  {
    side,
    isWhole = false,
    sellsLabels = false,
  }: Readonly<{ side: CaseSide; isWhole?: boolean; sellsLabels?: boolean }>,
): Promise<CaseData> {
  const [proposals, entriesView, caseLines, lines, money, returnView] = await Promise.all([
    readProposals(db, caseDetails),
    buildEntriesView(db, caseDetails.id, isWhole ? {} : { limit: PAGE_SIZE }),
    listCaseLines(db, caseDetails.id),
    listLines(db, [caseDetails.orderId]),
    findMoney(db, caseDetails.orderId),
    buildReturnView(db, caseDetails, { side, sellsLabels }),
  ])
  const { agreedAmount: amount, agreedBy: by } = caseDetails
  return {
    ...toCaseListItem(caseDetails),
    version: caseDetails.version,
    most: getRefundableAmount(money),
    lines: caseLines.map(({ lineId, quantity }) => {
      const index = lines.findIndex((line) => line.id === lineId)
      return { line: index + 1, title: lines[index]?.title ?? '', quantity }
    }),
    buyerProposal: proposals.buyer,
    supplierProposal: proposals.supplier,
    silence: proposals.silence,
    agreed: amount === null || by === null ? null : { amount, by },
    given: caseDetails.refundedAmount,
    returnTracking: caseDetails.returnTracking,
    return: returnView,
    endsAt: caseDetails.endsAt?.toISOString() ?? null,
    closedAt: caseDetails.closedAt?.toISOString() ?? null,
    ...entriesView,
    actions: listPossibleCaseEvents(caseDetails, side),
  }
}

type CaseEntriesView = Pick<CaseData, 'entries' | 'earlier'>

async function buildEntriesView(db: Queryable, caseId: number, range: EntryRange): Promise<CaseEntriesView> {
  const entries = await listEntries(db, caseId, range)
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
      terms: toTerms(entry),
      pictures: pictures.filter(({ entryId }) => entryId === entry.id).map(toPictureView),
      at: entry.at.toISOString(),
    })),
    earlier: Math.max(0, (entries[0]?.place ?? 1) - 1),
  }
}

/** Returns a case as an entry of a list. */
export function toCaseListItem(caseDetails: CaseDetails): CaseInListData {
  const { publicId: id, order, number, supplier, kind, reason, state, outcome, currency } = caseDetails
  const answerBy = caseDetails.answerBy?.toISOString() ?? null
  const openedAt = caseDetails.openedAt.toISOString()
  return { id, order, number, supplier, kind, reason, state, outcome, currency, answerBy, openedAt }
}

function toTerms({ amount, withReturn }: CaseEntryDetails) {
  return amount === null || withReturn === null ? null : { amount, withReturn }
}

/**
 * Returns an account's cases as the buyer, oldest first, for its data export. Pictures are given by their addresses.
 */
export async function exportCases(db: Queryable, accountId: number): Promise<CaseData[]> {
  return exportPurchaseCases(db, await listPurchasesWithCases(db, accountId))
}

/** Returns all cases about purchases, given by their public ids, as their buyer sees them. */
export async function exportPurchaseCases(db: Queryable, purchases: readonly string[]): Promise<CaseData[]> {
  const cases: CaseData[] = []
  // Sequentially, so that an account with many purchases does not occupy all connections.
  for (const purchase of purchases)
    for (const caseDetails of await listPurchaseCases(db, purchase))
      cases.push(await buildCaseView(db, caseDetails, { side: 'buyer', isWhole: true }))
  return cases
}
