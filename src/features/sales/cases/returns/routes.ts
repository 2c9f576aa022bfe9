import type { Database } from '#database/database.ts'
import { toDecimal } from '#core/money.ts'
import { carrierTitle } from '#core/shipping/carriers.ts'
import type { Carriers, OrderDeps } from '#features/sales/orders/service.ts'
import type { Files } from '#platform/files/files.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { getBuyer, getCaseScope, readCaseFor } from '../case-readers.ts'
import type { CaseScope } from '../read-queries.ts'
import { readCaseAs } from '../views.ts'
import * as contract from './contract.ts'
import { buyCaseReturnLabel, findReturnLabelFile, noReturnLabel, quoteCaseReturn } from './return-labels.ts'

/** The dependencies of the calls about returns; without carriers there are no labels. */
export type ReturnRouteDeps = Readonly<{ deps: OrderDeps; files: Files; carriers: Carriers | undefined }>

/** Returns the routes by which buyers and suppliers get quotes for return labels, buy them and print them. */
export function returnRoutes(deps: ReturnRouteDeps): Route[] {
  return [...buyerRoutes(deps), ...memberRoutes(deps)]
}

function buyerRoutes({ deps, files, carriers }: ReturnRouteDeps): Route[] {
  const sellsLabels = carriers !== undefined
  return [
    route(contract.quoteBuyerReturnLabel, async ({ params }, { db, actor }) => {
      const { purchaseId } = await getBuyer(db, params.purchase, actor)
      const input = { caseId: params.id, side: 'buyer', scope: { purchaseId } } as const
      return ok('Label', toRateAnswer(await quoteCaseReturn(db, carriers, input)))
    }),
    route(contract.buyBuyerReturnLabel, async ({ params, body: { rate } }, { db, actor, now }) => {
      const { purchaseId, accountId } = await getBuyer(db, params.purchase, actor)
      const scope = { purchaseId }
      await buyCaseReturnLabel(db, {
        caseId: params.id,
        side: 'buyer',
        scope,
        rate,
        sellsLabels,
        accountId,
        deps,
        now,
      })
      return ok('We’re creating your label. We’ll email you when it’s ready.', {
        case: await readCaseAs(db, params.id, { scope, side: 'buyer', sellsLabels: true }),
      })
    }),
    route(contract.getBuyerReturnLabel, async ({ params }, { db, actor }) => {
      const { purchaseId } = await getBuyer(db, params.purchase, actor)
      return readLabelFile(db, files, { id: params.id, scope: { purchaseId } })
    }),
  ]
}

function memberRoutes({ deps, files, carriers }: ReturnRouteDeps): Route[] {
  const sellsLabels = carriers !== undefined
  return [
    route(contract.quoteReturnLabel, async ({ params: { id } }, { db, actor }) => {
      const input = { caseId: id, side: 'supplier', scope: getCaseScope(actor) } as const
      return ok('Label', toRateAnswer(await quoteCaseReturn(db, carriers, input)))
    }),
    route(contract.buyReturnLabel, async ({ params: { id }, body: { rate } }, { db, actor, now }) => {
      const scope = getCaseScope(actor)
      const accountId = actor.memberId
      await buyCaseReturnLabel(db, {
        caseId: id,
        side: 'supplier',
        scope,
        rate,
        sellsLabels,
        accountId,
        deps,
        now,
      })
      return ok('We’re buying the label and will email it to the buyer.', {
        case: await readCaseFor(db, id, { actor, sellsLabels: true }),
      })
    }),
    route(contract.getReturnLabel, ({ params: { id } }, { db, actor }) =>
      readLabelFile(db, files, { id, scope: getCaseScope(actor) }),
    ),
  ]
}

async function readLabelFile(
  db: Database,
  files: Files,
  { id, scope }: Readonly<{ id: string; scope: CaseScope }>,
): Promise<Response> {
  const file = await files.open(await findReturnLabelFile(db, id, scope))
  if (!file) throw noReturnLabel()
  return new Response(file.stream, {
    headers: {
      'content-type': 'application/pdf',
      'content-length': String(file.size),
      'content-disposition': 'attachment; filename="return-label.pdf"',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    },
  })
}

function toRateAnswer({ rate, problem }: Awaited<ReturnType<typeof quoteCaseReturn>>) {
  if (!rate) return { rate: null, problem: problem ?? null }
  const { carrier, service, currency, amount, days } = rate
  const title = carrier === 'other' ? '' : carrierTitle(carrier)
  const prices = { amount: toDecimal(amount, currency), minorAmount: amount }
  return { rate: { carrier: title, service, currency, days, ...prices }, problem: null }
}
