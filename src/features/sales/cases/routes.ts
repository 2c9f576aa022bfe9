import type { Database } from '#database/database.ts'
import { asBuyer, type OrderDesk } from '#features/sales/orders/service.ts'
import type { Files } from '#platform/files/files.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { type Act, actInCase } from './actions/act-in-case.ts'
import * as contract from './contract.ts'
import { openCase } from './actions/open-case.ts'
import { keepPicture, openPicture } from './messages/pictures.ts'
import { listCases, listOfPurchase } from './read-queries.ts'
import type { CaseState } from './shapes.ts'
import { listedCase, readCaseAs, readEntries, shownCase } from './views.ts'

/** What cases are made of besides the database. */
export type CaseMachinery = Readonly<{ desk: OrderDesk; files: Files }>

const PAGE = 50

/** Who is asked first, as whoever has opened a case is told. */
const OPENED: Readonly<Partial<Record<CaseState, string>>> = {
  supplier_turn: 'The workshop is asked to answer within three days.',
  operator_turn: 'As there was a case about this order before, the marketplace looks at it and decides.',
}

/** What buyers, suppliers and operators do in cases. */
export function caseRoutes(machinery: CaseMachinery): Route[] {
  return [...buyerRoutes(machinery), ...memberRoutes(machinery), ...pictureRoutes(machinery)]
}

function buyerRoutes({ desk }: CaseMachinery): Route[] {
  return [
    route(contract.openCase, async ({ params, body }, { db, actor, now }) => {
      const { purchaseId, personId } = await buyerOf(db, params.purchase, actor)
      const { amount, withReturn } = body
      const complaint = { ...body, amount, withReturn, orderId: params.id, purchaseId, personId, desk, now }
      const id = await openCase(db, complaint)
      const opened = await readCaseAs(db, id, { whose: { purchaseId }, side: 'buyer' })
      return ok(`Your case is open. ${OPENED[opened.state] ?? ''}`.trim(), { case: opened })
    }),
    route(contract.listBuyersCases, async ({ params }, { db, actor }) => {
      const { purchaseId } = await buyerOf(db, params.purchase, actor)
      const found = await listOfPurchase(db, purchaseId)
      const cases = await Promise.all(found.map((one) => shownCase(db, one, { side: 'buyer' })))
      return ok('Your cases', { cases })
    }),
    route(contract.listBuyersEntries, async ({ params, query: { before } }, { db, actor }) => {
      const { purchaseId } = await buyerOf(db, params.purchase, actor)
      return ok('What was said', await readEntries(db, params.id, { whose: { purchaseId }, before }))
    }),
    route(contract.actAsBuyer, async ({ params, body }, { db, actor, now }) => {
      const { purchaseId, personId } = await buyerOf(db, params.purchase, actor)
      const whose = { purchaseId }
      await actInCase(db, { caseId: params.id, side: 'buyer', whose, personId, desk, now }, actOf(body))
      return ok('Done.', { case: await readCaseAs(db, params.id, { whose, side: 'buyer' }) })
    }),
  ]
}

function memberRoutes({ desk }: CaseMachinery): Route[] {
  return [
    route(contract.listCases, async ({ query: { state, cursor } }, { db, actor }) => {
      const page = { ...whoseOf(actor), state, before: cursor, limit: PAGE + 1 }
      const found = await listCases(db, page)
      const cases = found.slice(0, PAGE).map(listedCase)
      return ok('Cases', { cases, nextCursor: found.length > PAGE ? (cases.at(-1)?.id ?? null) : null })
    }),
    route(contract.readCase, async ({ params: { id } }, { db, actor }) =>
      ok('Case', { case: await readCaseAs(db, id, { whose: whoseOf(actor), side: sideOf(actor) }) }),
    ),
    route(contract.listEntries, async ({ params: { id }, query: { before } }, { db, actor }) =>
      ok('What was said', await readEntries(db, id, { whose: whoseOf(actor), before })),
    ),
    route(contract.actInCase, async ({ params: { id }, body }, { db, actor, now }) => {
      const [whose, side] = [whoseOf(actor), sideOf(actor)]
      await actInCase(db, { caseId: id, side, whose, personId: actor.id, desk, now }, actOf(body))
      return ok('Done.', { case: await readCaseAs(db, id, { whose, side }) })
    }),
  ]
}

function pictureRoutes({ files }: CaseMachinery): Route[] {
  return [
    route(contract.uploadBuyersCasePicture, async ({ params, body: bytes }, { db, actor, now }) => {
      const { purchaseId } = await buyerOf(db, params.purchase, actor)
      const whose = { purchaseId }
      const picture = await keepPicture(db, { caseId: params.id, whose, side: 'buyer', bytes, files, now })
      return ok('Kept', { picture })
    }),
    route(contract.uploadCasePicture, async ({ params: { id }, body: bytes }, { db, actor, now }) => {
      const [whose, side] = [whoseOf(actor), sideOf(actor)]
      return ok('Kept', { picture: await keepPicture(db, { caseId: id, whose, side, bytes, files, now }) })
    }),
    route(contract.getCasePicture, async ({ params }, { db }) => {
      const { stream, size, type } = await openPicture(db, files, params)
      return new Response(stream, {
        headers: {
          'content-type': type,
          'content-length': String(size),
          // Only the reader's own browser keeps it, and no search engine.
          'cache-control': 'private, max-age=31536000, immutable',
          'x-robots-tag': 'noindex',
        },
      })
    }),
  ]
}

/** The purchase whose buyer asks, as the orders find it out, and the person where it is one. */
async function buyerOf(db: Database, purchase: string, actor: Actor | undefined) {
  await asBuyer(db, { purchase, id: '' }, actor)
  return { purchaseId: purchase, personId: actor?.id ?? null }
}

function whoseOf({ id, type }: Actor): { ownerId?: number } {
  return type === 'operator' ? {} : { ownerId: id }
}

function sideOf({ type }: Actor): 'operator' | 'supplier' {
  return type === 'operator' ? 'operator' : 'supplier'
}

type Body = Readonly<{
  action: Act['event']
  text: string
  pictures: readonly string[]
  version?: number | undefined
  amount?: number
  withReturn?: boolean
  byMarketplace?: boolean
  tracking?: string
}>

function actOf({ action: event, amount, withReturn = false, ...rest }: Body): Act {
  return { ...rest, event, ...(amount === undefined ? {} : { terms: { amount, withReturn } }) }
}
