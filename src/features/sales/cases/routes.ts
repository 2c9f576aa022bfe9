import { DAY } from '#core/time.ts'
import type { OrderDeps } from '#features/sales/orders/service.ts'
import type { Files } from '#platform/files/files.ts'
import { requirePermission } from '#platform/http/calls/actor.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { type CaseAction, performCaseAction, type CaseActionContext } from './actions/perform-action.ts'
import { previewCaseDecision } from './actions/decision-contract.ts'
import { getBuyer, getCaseScope, getSide, isBinding, readCaseFor } from './case-readers.ts'
import * as contract from './contract.ts'
import { openCase } from './actions/open-case.ts'
import { withdrawFromContract } from './actions/withdraw.ts'
import { savePicture, openPicture } from './messages/pictures.ts'
import { listCases, listPurchaseCases } from './read-queries.ts'
import type { CaseData } from './shapes.ts'
import { toCaseListItem, readCaseAs, readEntries, buildCaseView } from './views.ts'
import type { Database } from '#database/database.ts'
import { asDatabase, inTransaction } from '#database/transaction.ts'
import type { WrittenPostingData } from '#features/money/ledger/contract.ts'
import { recordPostings } from '#features/money/ledger/service.ts'

/** The dependencies of cases besides the database. */
export type CaseRouteDeps = Readonly<{ deps: OrderDeps; files: Files; sellsLabels: boolean }>

const PAGE_SIZE = 50

/** Returns the message to the buyer who has opened a case: who is asked first, and for how long. */
function describeOpenedCase({ state, answerBy }: CaseData, now: Date): string {
  if (state === 'operator_turn')
    return 'Your case is open. Because this order had a case before, the marketplace will review it and decide.'
  if (state !== 'supplier_turn' || answerBy === null) return 'Your case is open.'
  const days = Math.round((new Date(answerBy).getTime() - now.getTime()) / DAY)
  return `Your case is open. The workshop is asked to answer within ${days === 1 ? '1 day' : `${days} days`}.`
}

/** Returns the routes of cases for buyers, suppliers and operators. */
export function caseRoutes(deps: CaseRouteDeps): Route[] {
  return [...buyerRoutes(deps), ...memberRoutes(deps), ...pictureRoutes(deps)]
}

function buyerRoutes({ deps, sellsLabels }: CaseRouteDeps): Route[] {
  return [
    route(contract.openCase, async ({ params, body }, { db, actor, now }) => {
      const { purchaseId, accountId } = await getBuyer(db, params.purchase, actor)
      const { amount, withReturn } = body
      const complaint = { ...body, amount, withReturn, orderId: params.id, purchaseId, accountId, deps, now }
      const id = await openCase(db, complaint)
      const opened = await readCaseAs(db, id, { scope: { purchaseId }, side: 'buyer', sellsLabels })
      return ok(describeOpenedCase(opened, now), { case: opened })
    }),
    route(contract.withdrawFromContract, async ({ params, body }, { db, actor, now }) => {
      const { purchaseId, accountId } = await getBuyer(db, params.purchase, actor)
      const id = await withdrawFromContract(db, {
        ...body,
        orderId: params.id,
        purchaseId,
        accountId,
        deps,
        now,
      })
      const opened = await readCaseAs(db, id, { scope: { purchaseId }, side: 'buyer', sellsLabels })
      return ok('You have withdrawn from the contract. We’ve emailed you a confirmation.', { case: opened })
    }),
    route(contract.listBuyerCases, async ({ params }, { db, actor }) => {
      const { purchaseId } = await getBuyer(db, params.purchase, actor)
      const purchaseCases = await listPurchaseCases(db, purchaseId)
      const cases = await Promise.all(
        purchaseCases.map((caseDetails) => buildCaseView(db, caseDetails, { side: 'buyer', sellsLabels })),
      )
      return ok('Your cases', { cases })
    }),
    route(contract.listBuyerCaseEntries, async ({ params, query: { before } }, { db, actor }) => {
      const { purchaseId } = await getBuyer(db, params.purchase, actor)
      return ok('Messages', await readEntries(db, params.id, { scope: { purchaseId }, before }))
    }),
    route(contract.performBuyerCaseAction, async ({ params, body }, { db, actor, now }) => {
      const { purchaseId, accountId } = await getBuyer(db, params.purchase, actor)
      const scope = { purchaseId }
      await performCaseAction(
        db,
        { caseId: params.id, side: 'buyer', scope, accountId, deps, now },
        toCaseAction(body),
      )
      return ok('Done.', { case: await readCaseAs(db, params.id, { scope, side: 'buyer', sellsLabels }) })
    }),
  ]
}

function memberRoutes({ deps, sellsLabels }: CaseRouteDeps): Route[] {
  return [
    route(contract.listCases, async ({ query: { state, cursor } }, { db, actor }) => {
      const page = { ...getCaseScope(actor), state, before: cursor, limit: PAGE_SIZE + 1 }
      const caseRows = await listCases(db, page)
      const cases = caseRows.slice(0, PAGE_SIZE).map(toCaseListItem)
      return ok('Cases', {
        cases,
        nextCursor: caseRows.length > PAGE_SIZE ? (cases.at(-1)?.id ?? null) : null,
      })
    }),
    route(contract.readCase, async ({ params: { id } }, { db, actor }) =>
      ok('Case', { case: await readCaseFor(db, id, { actor, sellsLabels }) }),
    ),
    route(contract.listCaseEntries, async ({ params: { id }, query: { before } }, { db, actor }) =>
      ok('Messages', await readEntries(db, id, { scope: getCaseScope(actor), before })),
    ),
    route(previewCaseDecision, async ({ params: { id }, query }, { db, actor, now }) => {
      const postings = await previewDecision(
        db,
        { caseId: id, side: 'operator', scope: {}, accountId: actor.memberId, deps, now },
        {
          event: 'rule',
          text: '',
          pictures: [],
          terms: { amount: query.amount, withReturn: query.withReturn === 'yes' },
          byMarketplace: query.byMarketplace === 'yes',
        },
      )
      return ok('What the decision would post', { postings })
    }),
    route(contract.performCaseAction, async ({ params: { id }, body }, { db, actor, now }) => {
      const [scope, side] = [getCaseScope(actor), getSide(actor)]
      if (side === 'supplier' && isBinding(body.action)) requirePermission(actor, 'refunds:write')
      await performCaseAction(
        db,
        { caseId: id, side, scope, accountId: actor.memberId, deps, now },
        toCaseAction(body),
      )
      return ok('Done.', { case: await readCaseFor(db, id, { actor, sellsLabels }) })
    }),
  ]
}

function pictureRoutes({ files }: CaseRouteDeps): Route[] {
  return [
    route(contract.uploadBuyerCasePicture, async ({ params, body: bytes }, { db, actor, now }) => {
      const { purchaseId } = await getBuyer(db, params.purchase, actor)
      const scope = { purchaseId }
      const picture = await savePicture(db, {
        caseId: params.id,
        scope,
        side: 'buyer',
        bytes,
        files,
        now,
      })
      return ok('Saved', { picture })
    }),
    route(contract.uploadCasePicture, async ({ params: { id }, body: bytes }, { db, actor, now }) => {
      const [scope, side] = [getCaseScope(actor), getSide(actor)]
      return ok('Saved', {
        picture: await savePicture(db, { caseId: id, scope, side, bytes, files, now }),
      })
    }),
    route(contract.getCasePicture, async ({ params }, { db }) => {
      const { stream, size, type } = await openPicture(db, files, params)
      return new Response(stream, {
        headers: {
          'content-type': type,
          'content-length': String(size),
          // Only the reader's own browser caches it, and no search engine.
          'cache-control': 'private, max-age=31536000, immutable',
          'x-robots-tag': 'noindex',
        },
      })
    }),
  ]
}

type ActionBody = Readonly<{
  action: CaseAction['event']
  text: string
  pictures: readonly string[]
  version?: number | undefined
  amount?: number
  withReturn?: boolean
  byMarketplace?: boolean
  tracking?: string
}>

function toCaseAction({ action: event, amount, withReturn = false, ...rest }: ActionBody): CaseAction {
  return { ...rest, event, ...(amount === undefined ? {} : { terms: { amount, withReturn } }) }
}

/** Carries a preview's result out of a transaction that is rolled back. */
class PreviewResult extends Error {
  readonly postings: WrittenPostingData[]
  constructor(postings: WrittenPostingData[]) {
    super('a preview is rolled back')
    this.postings = postings
  }
}

/**
 * Returns the ledger postings of a decision. It makes the decision and rolls it back, so that preview and decision
 * cannot differ, and refuses as the decision does.
 */
async function previewDecision(
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
