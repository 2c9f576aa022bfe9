import { refused } from '#core/errors.ts'
import { toDecimal } from '#core/money.ts'
import { reauthenticate } from '#features/identity/accounts/service.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import { statementPdf } from '#features/money/ledger/service.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { csvResponse, fileResponse } from '#platform/csv.ts'
import { pdfResponse, type PdfIssuer } from '#platform/pdf/pdf-response.ts'
import { findSupplierByOwner } from './accounts/account-queries.ts'
import {
  readPayoutAccountByOwner,
  saveBankAccount,
  readSupplierAccount,
  saveStripeAccount,
  storeNotFound,
} from './accounts/accounts.ts'
import { toFileRows, renderFileXml, createPayoutFile, markPayoutFile } from './files/bank-files.ts'
import * as contract from './contract.ts'
import { type FileRow, listFiles } from './files/file-queries.ts'
import { markPayout } from './sending/mark-payout.ts'
import { explainSupplierBalance } from './accounts/supplier-balances.ts'
import { listPayouts, type PayoutFilter } from './sending/payout-queries.ts'
import type { PayoutDeps } from './port.ts'
import { toBankReference } from './rules.ts'
import { listNextPayouts } from './statements/next-payout.ts'
import { listSupplierBalances, type SupplierBalances } from './statements/statement-queries.ts'
import {
  readStatement,
  readPayoutDetails,
  toPayoutAccountView,
  toPayoutView,
  toStatementRows,
} from './statements/statement.ts'
import { supplierDocumentRoutes } from './documents/routes.ts'
import { findStop } from './stops/stop-queries.ts'
import { stopRoutes } from './stops/routes.ts'
import { sweep } from './sending/sweep.ts'

/** Returns the routes of payouts: suppliers' accounts and payouts, and operators' actions. */
export function payoutRoutes(deps: PayoutDeps, printer: PdfIssuer): Route[] {
  return [
    ...accountRoutes(deps),
    ...readRoutes(deps),
    statementRoute(printer),
    ...supplierDocumentRoutes(printer),
    ...fileRoutes(deps),
    ...operatorRoutes(deps),
    ...stopRoutes,
  ]
}

const PAGE_SIZE = 20

function accountRoutes(deps: PayoutDeps): Route[] {
  return [
    route(contract.readPayoutAccount, async (_input, { db, actor }) => {
      const account = await readPayoutAccountByOwner(db, actor.id)
      return ok('Your account', { account: account && toPayoutAccountView(account) })
    }),
    route(contract.savePayoutAccount, async ({ body: { password, ...typed } }, call) => {
      const { db, actor: by, now, count } = call
      const prove = () => reauthenticate(db, { actor: by, password, count })
      const account = await saveBankAccount(db, typed, { deps, by, source: toAuditSource(call), now, prove })
      return ok('Your bank details have been saved.', { account: toPayoutAccountView(account) })
    }),
    route(contract.readSupplierAccount, async ({ params: { supplier } }, { db }) => {
      const account = await readSupplierAccount(db, supplier)
      const canUseStripe = deps.provider !== undefined
      return ok('Payout account', { account: account && toPayoutAccountView(account), canUseStripe })
    }),
    route(contract.saveStripeAccount, async ({ body: { password, ...typed } }, call) => {
      const { db, actor: by, now, count } = call
      if (!deps.provider) throw refused('no_provider', 'Stripe isn’t set up.')
      const prove = () => reauthenticate(db, { actor: by, password, count })
      const account = await saveStripeAccount(db, typed, {
        deps,
        by,
        source: toAuditSource(call),
        now,
        prove,
      })
      return ok('The account has been saved.', { account: toPayoutAccountView(account) })
    }),
  ]
}

function readRoutes({ settings }: PayoutDeps): Route[] {
  return [
    route(contract.listSupplierPayouts, async ({ query: { page } }, { db, actor, now }) => {
      const supplier = await findSupplierByOwner(db, actor.id)
      if (!supplier) throw storeNotFound()
      const { total, payouts } = await listPayouts(db, toPayoutFilter(page, { ownerId: actor.id }))
      const balances = await listSupplierBalances(db, supplier.publicId)
      const next = await listNextPayouts(db, { supplier, balances }, { settings, now })
      const stop = await findStop(db, supplier.id)
      const stopped = stop ? { since: stop.createdAt.toISOString(), message: stop.message } : null
      const views = {
        payouts: payouts.map(toPayoutView),
        balances: balances.map(toBalancesView),
        stopped,
        next,
      }
      return ok(stopped ? stopped.message : 'Your payouts', { ...views, ...toPageInfo(page, total) })
    }),
    route(contract.explainBalance, async ({ params: { balance }, query }, { db, actor }) => {
      const { currency, cursor, limit } = query
      const explanation = await explainSupplierBalance(db, actor.id, { balance, currency, cursor, limit })
      return ok('Your balance', explanation)
    }),
    route(contract.listPayouts, async ({ query: { state, page } }, { db }) => {
      const { total, payouts } = await listPayouts(db, toPayoutFilter(page, { state }))
      return ok('Payouts', { payouts: payouts.map(toPayoutView), ...toPageInfo(page, total) })
    }),
    route(contract.readPayout, async ({ params: { id } }, { db, actor }) =>
      ok('Payout', { payout: await readPayoutDetails(db, id, toOwnerId(actor)) }),
    ),
  ]
}

/** Returns the route of a payout's statement, as a table or as a document. */
function statementRoute({ readIssuer, furtherFont }: PdfIssuer): Route {
  return route(contract.readStatement, async ({ params: { id }, query: { format } }, { db, actor }) => {
    if (format === 'csv') {
      const payout = await readPayoutDetails(db, id, toOwnerId(actor))
      return csvResponse(`payout-${payout.reference}.csv`, toStatementRows(payout))
    }
    const statement = await readStatement(db, id, toOwnerId(actor))
    const name = `payout-${statement.reference}`
    const issuer = await readIssuer(db, new Date(statement.createdAt))
    return pdfResponse(statementPdf({ ...statement, issuer }), { name, furtherFont })
  })
}

function fileRoutes(deps: PayoutDeps): Route[] {
  return [
    route(contract.createPayoutFile, async ({ body }, { db, actor, now }) => {
      const file = await createPayoutFile(db, { ...body, by: actor.id, deps, now })
      return ok('The file has been created.', {
        file: toFileView({ ...file, states: { in_file: file.payouts } }),
      })
    }),
    route(contract.listPayoutFiles, async ({ query: { page } }, { db }) => {
      const { files, total } = await listFiles(db, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE })
      return ok('Files', { files: files.map(toFileView), ...toPageInfo(page, total) })
    }),
    route(contract.downloadPayoutFile, async ({ params: { id, format } }, { db }) => {
      const name = `payouts-${toBankReference(id)}`
      if (format === 'csv') return csvResponse(`${name}.csv`, await toFileRows(db, id, deps.sealer))
      const text = await renderFileXml(db, id, deps)
      return fileResponse(`${name}.xml`, { type: 'application/xml; charset=utf-8', body: text })
    }),
    route(contract.markPayoutFile, async ({ params: { id }, body: { event } }, { db, actor, now }) => {
      const marked = await markPayoutFile(db, id, { event, by: actor.id, deps, now })
      return ok('The payouts have been updated.', { marked })
    }),
  ]
}

function operatorRoutes(deps: PayoutDeps): Route[] {
  return [
    route(contract.runPayoutSweep, async ({ body: { supplier: only } }, { db, now }) => {
      const { made, withoutAccount, stopped } = await sweep(db, { deps, now, only })
      const result = { made: [...made], withoutAccount: [...withoutAccount], stopped: [...stopped] }
      return ok('Due payouts have been created.', result)
    }),
    route(contract.markPayout, async ({ params: { id }, body }, { db, actor, now }) => {
      await markPayout(db, id, { ...body, by: actor.id, deps, now })
      return ok('The payout has been updated.', { payout: await readPayoutDetails(db, id) })
    }),
  ]
}

function toOwnerId({ type, id }: Actor): number | undefined {
  return type === 'operator' ? undefined : id
}

function toPayoutFilter(
  page: number,
  filter: { ownerId?: number; state?: PayoutFilter['state'] },
): PayoutFilter {
  const { ownerId, state } = filter
  return { ownerId, state, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
}

function toPageInfo(page: number, total: number) {
  return { page, pages: Math.max(1, Math.ceil(total / PAGE_SIZE)), total }
}

function toFileView({
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

function toBalancesView({ currency, ...amounts }: SupplierBalances) {
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
