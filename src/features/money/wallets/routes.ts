import { PRACTICE_CURRENCY, SHOP_CURRENCY, parseCents, toDecimal } from '#core/money.ts'
import { invalid } from '#core/errors.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import type { CheckoutDeps } from '#features/sales/checkout/service.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { csvResponse } from '#platform/csv.ts'
import { pdfResponse, type PdfIssuer } from '#platform/pdf/pdf-response.ts'
import * as contract from './contract.ts'
import {
  addPracticeMoney,
  listEntries,
  readStatement,
  readWallet,
  saveWalletSettings,
  startTopUp,
  withdraw,
} from './service.ts'
import { renderWalletStatement } from './statement/wallet-statement-pdf.ts'

/** Returns the routes of vendors' wallets. */
export function walletRoutes(deps: CheckoutDeps, printer: PdfIssuer): Route[] {
  return [...readRoutes(deps), statementRoute(printer), ...moneyRoutes(deps)]
}

function readRoutes(deps: CheckoutDeps): Route[] {
  return [
    route(contract.getWallet, async (_input, { db, actor }) =>
      ok('Your wallet', { wallet: await readWallet(db, deps, actor) }),
    ),
    route(contract.listWalletEntries, async ({ query }, { db, actor }) =>
      ok('Movements', await listEntries(db, actor, query)),
    ),
    route(contract.saveWalletSettings, async ({ body }, call) => {
      const { autoPay, lowBalance } = body
      const settings = { autoPay, lowBalanceAmount: toCents(lowBalance) }
      await saveWalletSettings(call.db, toAuditSource(call), settings)
      return ok('Your settings have been saved.', { settings: body })
    }),
  ]
}

function statementRoute({ readIssuer, furtherFont }: PdfIssuer): Route {
  return route(contract.downloadWalletStatement, async ({ params, query }, { db, actor, now }) => {
    const { month } = params
    const from = new Date(`${month}-01T00:00:00Z`)
    const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1))
    const statement = await readStatement(db, actor, { from, to })
    const name = `wallet-${month}`
    if (query.format === 'csv') {
      const { currency } = statement
      const rows = statement.entries.map(({ at, text, amount, balance }) => [
        at.toISOString(),
        text,
        currency,
        toDecimal(amount, currency),
        toDecimal(balance, currency),
      ])
      return csvResponse(`${name}.csv`, [['date', 'what', 'currency', 'amount', 'balance'], ...rows])
    }
    const owner = { name: toName(actor), lines: [actor.email] }
    const issuer = await readIssuer(db, to < now ? to : now)
    return pdfResponse(renderWalletStatement({ statement, owner, month, issuer, now }), { name, furtherFont })
  })
}

function moneyRoutes(deps: CheckoutDeps): Route[] {
  return [
    route(contract.topUpWallet, async ({ body }, { db, actor, now }) => {
      const { wallet, paymentMethod: method } = body
      const amount = toCents(body.amount)
      if (wallet === 'practice') {
        await addPracticeMoney(db, { owner: actor, amount, now })
        await deps.enqueue(db, {
          job: 'forwarding.pay_waiting_orders',
          input: { accountId: actor.id, currency: PRACTICE_CURRENCY },
        })
        return ok('Practice money has been added.', { paymentUrl: null })
      }
      if (!method) throw invalid('fields_missing', 'Choose a payment method.', { fields: ['paymentMethod'] })
      const paymentUrl = await startTopUp(db, deps, { owner: actor, amount, method, now })
      return ok('Payment page', { paymentUrl })
    }),
    route(contract.withdrawFromWallet, async ({ body }, call) => {
      const amount = toCents(body.amount)
      const { enqueue } = deps
      const { idempotencyKey } = body
      const source = toAuditSource(call)
      await withdraw(call.db, { owner: call.actor, source, amount, idempotencyKey, enqueue })
      return ok('The money is on its way to the original payment method.', {
        withdrawn: toDecimal(amount, SHOP_CURRENCY),
      })
    }),
  ]
}

function toCents(amount: number): number {
  return parseCents(amount.toFixed(2)) ?? 0
}

function toName({ firstName, lastName }: Pick<Actor, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}
