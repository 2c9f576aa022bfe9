import { toDecimal } from '#core/money.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { Tariffs } from '#platform/config/payout-settings.ts'
import * as contract from './contract.ts'
import {
  type DiscrepancyRow,
  listDiscrepancies,
  listSettlementReports,
  type SettlementReportRow,
} from './discrepancy-queries.ts'
import { resolveDiscrepancy } from './resolve-discrepancy.ts'
import { computeAdjustment } from './rules.ts'
import { listProviderBalances, type ProviderBalanceRow } from './balance-queries.ts'
import { readSetting } from '#features/identity/settings/service.ts'
import { createFeeSetting } from './fees/fee-setting.ts'
import { providerFeeRoutes } from './fees/routes.ts'
import { importReport } from './reports/import-report.ts'

const PAGE_SIZE = 50

/** The providers that are set up, and the fees that were agreed with them until operators save others. */
export type ReconciliationDeps = Readonly<{ providers: readonly string[]; tariffs: Tariffs }>

/** Returns the operators' routes of providers' settlement reports. */
export function reconciliationRoutes(deps: ReconciliationDeps): Route[] {
  return [uploadRoute(deps), reportsRoute(deps), ...discrepancyRoutes, ...providerFeeRoutes(deps)]
}

function uploadRoute({ providers, tariffs }: ReconciliationDeps): Route {
  const fees = createFeeSetting(tariffs)
  return route(
    contract.uploadSettlementReport,
    async ({ params, query, body: bytes }, { db, actor, now }) => {
      const { format, from, to } = query
      const upload = {
        ...params,
        format,
        bytes,
        from: new Date(from),
        to: new Date(to),
        by: actor.id,
        tariff: (await readSetting(db, fees))[params.provider],
        providers,
        now,
      }
      const { report, isNew } = await importReport(db, upload)
      const message = isNew
        ? 'The report has been imported.'
        : 'This report was already imported. Nothing changed.'
      return ok(message, { report: toReportView(report), isNew })
    },
  )
}

function reportsRoute({ providers }: ReconciliationDeps): Route {
  return route(contract.listSettlementReports, async ({ query: { page } }, { db }) => {
    const [reports, balances] = await Promise.all([
      listSettlementReports(db, toPageRange(page)),
      listProviderBalances(db),
    ])
    return ok('Reports', {
      reports: reports.map(toReportView),
      balances: balances.map(toProviderBalanceView),
      providers: [...providers],
    })
  })
}

const discrepancyRoutes: readonly Route[] = [
  route(contract.listDiscrepancies, async ({ query: { all, page } }, { db }) => {
    const { discrepancies, total } = await listDiscrepancies(db, {
      isAll: all === 'yes',
      ...toPageRange(page),
    })
    return ok('Differences', { discrepancies: discrepancies.map(toDiscrepancyView), total })
  }),
  route(contract.resolveDiscrepancy, async ({ params: { id }, body }, { db, actor, now }) => {
    const discrepancy = await resolveDiscrepancy(db, id, { ...body, by: actor.id, now })
    return ok('The discrepancy is resolved.', { discrepancy: toDiscrepancyView(discrepancy) })
  }),
]

function toPageRange(page: number) {
  return { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
}

function toReportView({ publicId: id, from, to, createdAt, ...report }: SettlementReportRow) {
  return {
    ...report,
    id,
    from: from.toISOString(),
    to: to.toISOString(),
    createdAt: createdAt.toISOString(),
  }
}

function toProviderBalanceView({
  provider,
  currency,
  until,
  booked,
  reported,
  bookedNow,
}: ProviderBalanceRow) {
  return {
    provider,
    currency,
    until: until.toISOString(),
    booked: toDecimal(booked, currency),
    reported: toDecimal(reported, currency),
    bookedNow: toDecimal(bookedNow, currency),
  }
}

function toDiscrepancyView(discrepancy: DiscrepancyRow) {
  const { publicId: id, report, provider, kind, about, currency, message, note } = discrepancy
  const decimal = (amount: number | null) => (amount === null ? null : toDecimal(amount, currency))
  return {
    id,
    report,
    provider,
    kind,
    about,
    currency,
    expected: decimal(discrepancy.expected),
    reported: decimal(discrepancy.reported),
    message,
    canAdjust: discrepancy.resolvedAt === null && computeAdjustment(discrepancy) !== 0,
    createdAt: discrepancy.createdAt.toISOString(),
    note,
    resolvedAt: discrepancy.resolvedAt?.toISOString() ?? null,
  }
}
