import { refused } from '#core/errors.ts'
import { toDecimal } from '#core/money.ts'
import { proveAgain } from '#features/identity/accounts/service.ts'
import { statementPdf } from '#features/money/ledger/service.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { csvAnswer, fileAnswer } from '#platform/csv.ts'
import { pdfAnswer, type Printer } from '#platform/pdf/pdf-answer.ts'
import { findOwnSupplier } from './accounts/account-queries.ts'
import { readOwnAccount, saveBankAccount, saveStripeAccount, storeNotFound } from './accounts/accounts.ts'
import { fileAsRows, fileAsXml, makeFile, markFile } from './files/bank-files.ts'
import * as contract from './contract.ts'
import { type FileRow, listFiles } from './files/file-queries.ts'
import { markPayout } from './sending/mark-payout.ts'
import { explainOwnBalance } from './accounts/own-balances.ts'
import { listPayouts, type PayoutsAsked } from './sending/payout-queries.ts'
import type { PayoutDesk } from './port.ts'
import { bankReference } from './rules.ts'
import { listStandings, type Standing } from './statements/statement-queries.ts'
import {
  readStatement,
  readWholePayout,
  shownAccount,
  shownPayout,
  statementRows,
} from './statements/statement.ts'
import { findStop } from './stops/stop-queries.ts'
import { stopRoutes } from './stops/routes.ts'
import { sweep } from './sending/sweep.ts'

/** How suppliers are paid: where their money goes, what they got, and what the operator does for it. */
export function payoutRoutes(desk: PayoutDesk, printer: Printer): Route[] {
  return [
    ...accountRoutes(desk),
    ...readingRoutes,
    statementRoute(printer),
    ...fileRoutes(desk),
    ...operatorRoutes(desk),
    ...stopRoutes,
  ]
}

const PAGE_SIZE = 20

function accountRoutes(desk: PayoutDesk): Route[] {
  return [
    route(contract.readPayoutAccount, async (_input, { db, actor }) => {
      const account = await readOwnAccount(db, actor.id)
      return ok('Your account', { account: account && shownAccount(account) })
    }),
    route(contract.savePayoutAccount, async ({ body: { password, ...typed } }, call) => {
      const { db, actor: by, now, count } = call
      const prove = () => proveAgain(db, { actor: by, password, count })
      const account = await saveBankAccount(db, typed, { desk, by, now, prove })
      return ok('Your bank details are saved.', { account: shownAccount(account) })
    }),
    route(contract.saveStripeAccount, async ({ body: { password, ...typed } }, call) => {
      const { db, actor: by, now, count } = call
      if (!desk.provider) throw refused('no_provider', 'Stripe is not set up.')
      const prove = () => proveAgain(db, { actor: by, password, count })
      const account = await saveStripeAccount(db, typed, { desk, by, now, prove })
      return ok('The account is saved.', { account: shownAccount(account) })
    }),
  ]
}

const readingRoutes: readonly Route[] = [
  route(contract.listOwnPayouts, async ({ query: { page } }, { db, actor }) => {
    const supplier = await findOwnSupplier(db, actor.id)
    if (!supplier) throw storeNotFound()
    const { total, payouts } = await listPayouts(db, pageOf(page, { ownerId: actor.id }))
    const standings = (await listStandings(db, supplier.publicId)).map(shownStanding)
    const stop = await findStop(db, supplier.id)
    const stopped = stop ? { since: stop.madeAt.toISOString(), told: stop.told } : null
    const shown = { payouts: payouts.map(shownPayout), standings, stopped }
    return ok(stopped ? stopped.told : 'Your payouts', { ...shown, ...pagesOf(page, total) })
  }),
  route(contract.explainBalance, async ({ params: { balance }, query }, { db, actor }) => {
    const { currency, cursor, limit } = query
    const explained = await explainOwnBalance(db, actor.id, { balance, currency, cursor, limit })
    return ok('Your balance', explained)
  }),
  route(contract.listPayouts, async ({ query: { state, page } }, { db }) => {
    const { total, payouts } = await listPayouts(db, pageOf(page, { state }))
    return ok('Payouts', { payouts: payouts.map(shownPayout), ...pagesOf(page, total) })
  }),
  route(contract.readPayout, async ({ params: { id } }, { db, actor }) =>
    ok('Payout', { payout: await readWholePayout(db, id, ownerOf(actor)) }),
  ),
]

/** The statement of a payout: a table for who reckons with it, a document for who keeps it. */
function statementRoute({ issuer, furtherFont }: Printer): Route {
  return route(contract.readStatement, async ({ params: { id }, query: { format } }, { db, actor }) => {
    if (format === 'csv') {
      const payout = await readWholePayout(db, id, ownerOf(actor))
      return csvAnswer(`payout-${payout.reference}.csv`, statementRows(payout))
    }
    const statement = await readStatement(db, id, ownerOf(actor))
    const name = `payout-${statement.reference}`
    return pdfAnswer(statementPdf({ ...statement, issuer }), { name, furtherFont })
  })
}

function fileRoutes(desk: PayoutDesk): Route[] {
  return [
    route(contract.makePayoutFile, async ({ body }, { db, actor, now }) => {
      const file = await makeFile(db, { ...body, by: actor.id, desk, now })
      return ok('The file is made.', { file: shownFile({ ...file, states: { in_file: file.payouts } }) })
    }),
    route(contract.listPayoutFiles, async ({ query: { page } }, { db }) => {
      const { files, total } = await listFiles(db, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE })
      return ok('Files', { files: files.map(shownFile), ...pagesOf(page, total) })
    }),
    route(contract.downloadPayoutFile, async ({ params: { id, format } }, { db }) => {
      const name = `payouts-${bankReference(id)}`
      if (format === 'csv') return csvAnswer(`${name}.csv`, await fileAsRows(db, id, desk.sealer))
      const text = await fileAsXml(db, id, desk)
      return fileAnswer(`${name}.xml`, { type: 'application/xml; charset=utf-8', text })
    }),
    route(contract.markPayoutFile, async ({ params: { id }, body: { event } }, { db, actor, now }) => {
      const marked = await markFile(db, id, { event, by: actor.id, desk, now })
      return ok('The payouts are marked.', { marked })
    }),
  ]
}

function operatorRoutes(desk: PayoutDesk): Route[] {
  return [
    route(contract.sweepNow, async ({ body: { supplier: only } }, { db, now }) => {
      const { made, withoutAccount, stopped } = await sweep(db, { desk, now, only })
      const named = { made: [...made], withoutAccount: [...withoutAccount], stopped: [...stopped] }
      return ok('What is due is prepared.', named)
    }),
    route(contract.markPayout, async ({ params: { id }, body }, { db, actor, now }) => {
      await markPayout(db, id, { ...body, by: actor.id, desk, now })
      return ok('The payout is marked.', { payout: await readWholePayout(db, id) })
    }),
  ]
}

function ownerOf({ type, id }: Actor): number | undefined {
  return type === 'operator' ? undefined : id
}

function pageOf(page: number, which: { ownerId?: number; state?: PayoutsAsked['state'] }): PayoutsAsked {
  const { ownerId, state } = which
  return { ownerId, state, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
}

function pagesOf(page: number, total: number) {
  return { page, pages: Math.max(1, Math.ceil(total / PAGE_SIZE)), total }
}

function shownFile({
  publicId: id,
  amount,
  createdAt,
  ...file
}: FileRow & { states: Record<string, number> }) {
  const { currency, payOn, payouts, states } = file
  return {
    id,
    currency,
    payOn,
    payouts,
    amount: toDecimal(amount, currency),
    createdAt: createdAt.toISOString(),
    states,
  }
}

function shownStanding({ currency, ...amounts }: Standing) {
  const { pending, held, available, inTransit, owed } = amounts
  return {
    currency,
    pending: toDecimal(pending, currency),
    held: toDecimal(held, currency),
    available: toDecimal(available, currency),
    inTransit: toDecimal(inTransit, currency),
    owed: toDecimal(owed, currency),
  }
}
