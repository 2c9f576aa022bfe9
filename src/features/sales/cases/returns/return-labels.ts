import { type Database, inTransaction, type Queryable, violatedConstraint } from '#database/database.ts'
import { notFound, refused } from '#core/errors.ts'
import {
  type Carriers,
  findReturnLabel,
  type Label,
  type OrderDeps,
  type OrderScope,
  quoteReturnLabel,
  requestReturnLabel,
  type ReturnParcel,
} from '#features/sales/orders/service.ts'
import { caseNotFound, lockCaseWithOrder } from '../actions/perform-action.ts'
import type { Case } from '../case-queries.ts'
import { findCase, listCaseLines, type CaseScope } from '../read-queries.ts'
import { type CaseReturn, findReturn } from './return-queries.ts'
import { findLabelChargeProblem } from './return-rules.ts'

/** The sides that can buy a return label, at their own expense. */
export type LabelSide = 'buyer' | 'supplier'

type PricedService = Readonly<{ service: string; currency: string; amount: number }>

/** A side's request of a case's label. */
export type ReturnLabelInput = Readonly<{ caseId: string; side: LabelSide }>

/**
 * Returns the cheapest rate for a return's label, or why there is none. Throws `case_not_found`; refuses with `labels_not_offered`
 * without carriers, and `case_state`.
 */
export async function quoteCaseReturn(
  db: Queryable,
  carriers: Carriers | undefined,
  { caseId, side, scope }: ReturnLabelInput & Readonly<{ scope: CaseScope }>,
) {
  const found = await findCase(db, caseId, scope)
  if (!found) throw caseNotFound()
  if (!carriers) throw labelsNotOffered()
  const parcel = await planCaseReturn(db, found, side)
  const quote = await quoteReturnLabel(db, carriers, parcel)
  const problem = quote.rate && side === 'buyer' ? findChargeProblem(quote.rate, found) : quote.problem
  return problem === undefined ? quote : { problem }
}

/** An order of a label at the shown rate. */
export type ReturnLabelOrder = ReturnLabelInput &
  Readonly<{
    scope: OrderScope
    rate: PricedService
    sellsLabels: boolean
    accountId: number | null
    deps: OrderDeps
    now: Date
  }>

/**
 * Buys a return label; an existing one stays. Throws `case_not_found`; refuses with `labels_not_offered`, `case_state`,
 * `label_too_dear`, `labels_owed` and `customs_unknown`.
 */
export async function buyCaseReturnLabel(db: Database, order: ReturnLabelOrder): Promise<void> {
  const { caseId, side, scope, rate, accountId, deps, now } = order
  await inTransaction(db, async (tx) => {
    const { found } = await lockCaseWithOrder(tx, { caseId, scope })
    if (!order.sellsLabels) throw labelsNotOffered()
    const parcel = await planCaseReturn(tx, found, side)
    const problem = side === 'buyer' ? findChargeProblem(rate, found) : undefined
    if (problem !== undefined) throw refused('label_too_dear', problem)
    const { enqueue } = deps
    const request = { ...parcel, caseKey: found.id, chargedTo: side, rate, accountId, enqueue, now }
    await requestReturnLabel(tx, request)
  }).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'parcel_labels_of_return') throw error
  })
}

function labelsNotOffered() {
  return refused('labels_not_offered', 'Labels aren’t sold here.')
}

function findChargeProblem(rate: PricedService, found: Pick<Case, 'currency' | 'agreedAmount'>) {
  return findLabelChargeProblem(rate, { currency: found.currency, amount: found.agreedAmount ?? 0 })
}

/** Returns the parcel of a return for which that side may buy a label. */
async function planCaseReturn(
  db: Queryable,
  found: Pick<Case, 'id' | 'orderId' | 'state'>,
  side: LabelSide,
): Promise<ReturnParcel> {
  const agreed = await findReturn(db, found.id)
  if (!agreed?.address || !mayHaveLabel(found, agreed, side))
    throw refused('case_state', 'This is no longer possible in this case.', { state: found.state })
  return { orderKey: found.orderId, units: await listCaseLines(db, found.id), recipient: agreed.address }
}

/** Returns whether a side may buy a return label. The buyer may if they pay for the return, the supplier always. */
export function mayHaveLabel(
  { state }: Pick<Case, 'state'>,
  { paidBy, address }: Pick<CaseReturn, 'paidBy' | 'address'>,
  side: LabelSide,
): boolean {
  return state === 'awaiting_return' && address !== null && (side === 'supplier' || paidBy === 'buyer')
}

/** Returns the key of a return label's file. Throws `case_not_found` and `label_not_found`. */
export async function findReturnLabelFile(db: Queryable, caseId: string, scope: CaseScope): Promise<string> {
  const found = await findCase(db, caseId, scope)
  if (!found) throw caseNotFound()
  const fileKey = getReadyFile(await findReturnLabel(db, found.id))
  if (!fileKey) throw noReturnLabel()
  return fileKey
}

/** Returns the error for a return without a printable label. */
export function noReturnLabel() {
  return notFound('label_not_found', 'This return has no label to print.')
}

/** Returns the file key of a label that the buyer may use; undefined if there is none. */
export function getReadyFile(label: Label | undefined): string | undefined {
  return (label?.state === 'used' && label.fileKey) || undefined
}
