import { toDecimal } from '#core/money.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { Tariffs } from '#platform/config/payout-settings.ts'
import * as contract from './contract.ts'
import { type DoubtRow, listDoubts, listReports, type ReportRow } from './discrepancy-queries.ts'
import { resolveDoubt } from './resolve-discrepancy.ts'
import { adjustmentOf } from './rules.ts'
import { listStandings, type StandingRow } from './balance-queries.ts'
import { takeReport } from './reports/take-report.ts'

const PAGE_SIZE = 50

/** The providers that are set up, by their names, and what was agreed with them. */
export type KnownProviders = Readonly<{ providers: readonly string[]; tariffs: Tariffs }>

/** What the operator does with providers' reports of the money they took. */
export function reconciliationRoutes(known: KnownProviders): Route[] {
  return [takingRoute(known), ...readingRoutes]
}

function takingRoute({ providers, tariffs }: KnownProviders): Route {
  return route(contract.uploadReport, async ({ params, query, body: bytes }, { db, actor, now }) => {
    const { format, from, to } = query
    const handed = {
      ...params,
      format,
      bytes,
      from: new Date(from),
      to: new Date(to),
      by: actor.id,
      tariff: tariffs[params.provider],
      providers,
      now,
    }
    const { report, isNew } = await takeReport(db, handed)
    const said = isNew ? 'The report is taken in.' : 'This report was taken in before; nothing has changed.'
    return ok(said, { report: shownReport(report), isNew })
  })
}

const readingRoutes: readonly Route[] = [
  route(contract.listReports, async ({ query: { page } }, { db }) => {
    const [reports, standings] = await Promise.all([listReports(db, stretch(page)), listStandings(db)])
    return ok('Reports', {
      reports: reports.map(shownReport),
      standings: standings.map(shownStanding),
    })
  }),
  route(contract.listDoubts, async ({ query: { all, page } }, { db }) => {
    const { doubts, total } = await listDoubts(db, { isAll: all === 'yes', ...stretch(page) })
    return ok('Differences', { doubts: doubts.map(shownDoubt), total })
  }),
  route(contract.resolveDoubt, async ({ params: { id }, body }, { db, actor, now }) => {
    const doubt = await resolveDoubt(db, id, { ...body, by: actor.id, now })
    return ok('The difference is resolved.', { doubt: shownDoubt(doubt) })
  }),
]

function stretch(page: number) {
  return { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
}

function shownReport({ publicId: id, from, to, createdAt, ...report }: ReportRow) {
  return {
    ...report,
    id,
    from: from.toISOString(),
    to: to.toISOString(),
    createdAt: createdAt.toISOString(),
  }
}

function shownStanding({ provider, currency, until, booked, reported, bookedNow }: StandingRow) {
  return {
    provider,
    currency,
    until: until.toISOString(),
    booked: toDecimal(booked, currency),
    reported: toDecimal(reported, currency),
    bookedNow: toDecimal(bookedNow, currency),
  }
}

function shownDoubt(doubt: DoubtRow) {
  const { publicId: id, report, provider, kind, about, currency, words, note } = doubt
  const decimal = (amount: number | null) => (amount === null ? null : toDecimal(amount, currency))
  return {
    id,
    report,
    provider,
    kind,
    about,
    currency,
    expected: decimal(doubt.expected),
    reported: decimal(doubt.reported),
    words,
    canAdjust: doubt.resolvedAt === null && adjustmentOf(doubt) !== 0,
    createdAt: doubt.createdAt.toISOString(),
    note,
    resolvedAt: doubt.resolvedAt?.toISOString() ?? null,
  }
}
