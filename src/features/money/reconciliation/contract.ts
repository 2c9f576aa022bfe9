import { z } from '@hono/zod-openapi'
import { HOUR, MINUTE } from '#core/time.ts'
import { endpoint, type Limit } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { ProviderBalance, SettlementDiscrepancy, SettlementReport } from './shapes.ts'

const Provider = z.string().regex(/^[a-z0-9_-]{1,40}$/, 'Enter a provider’s name, such as stripe.')
const Moment = z.iso.datetime({ offset: true, error: 'Enter a time such as 2026-03-02T00:00:00Z.' })
const Page = z.coerce.number<string | number>().int().min(1).max(100_000).default(1)
const READ_LIMIT: Limit = { calls: 120, windowMs: MINUTE, counted: 'in_memory' }

/** The size limit of a report, in bytes: a month of a busy shop. Longer periods need several files. */
const MAX_REPORT_BYTES = 20 * 1024 * 1024

export const uploadSettlementReport = endpoint({
  method: 'POST',
  path: '/settlement-reports/{provider}',
  summary:
    'Imports a provider’s settlement report for `from` to `to`; the body is its CSV file. Fees and settlements are booked, differences become discrepancies. Importing the same file or rows again changes nothing',
  access: { operator: 'money:write' },
  params: z.object({ provider: Provider }),
  query: z
    .object({
      from: Moment,
      to: Moment,
      /**
       * `stripe`: an itemised balance report of Stripe. `plain`: id, kind, reference, settlement, currency, gross, fee,
       * net, at, and for refunds the provider’s own id as `refund`, if it has one. Returned money has the kind of the
       * original movement with the opposite sign: a failed refund, a transfer, a settlement that our bank returned.
       */
      format: z.enum(['stripe', 'plain']).default('plain'),
    })
    .refine(({ from, to }) => new Date(from) < new Date(to), {
      path: ['to'],
      error: 'The end is before the start.',
    }),
  takes: 'bytes',
  body: z.instanceof(Uint8Array).openapi({ type: 'string', format: 'binary' }),
  maxBytes: MAX_REPORT_BYTES,
  answer: Envelope.extend({ report: SettlementReport, isNew: z.boolean() }),
  refusals: ['bad_report', 'unknown_provider', 'body_too_large'],
  limit: { calls: 60, windowMs: HOUR },
})

export const listSettlementReports = endpoint({
  method: 'GET',
  path: '/settlement-reports',
  summary:
    'Lists the settlement reports, newest first, the providers that can be uploaded for, and what each provider holds for us by our ledger and by its own report, as of the end of its last report',
  access: { operator: 'money:read' },
  query: z.object({ page: Page }),
  answer: Envelope.extend({
    reports: z.array(SettlementReport),
    balances: z.array(ProviderBalance),
    /** The names of the configured providers, whose reports can be imported. */
    providers: z.array(z.string()),
  }),
  limit: READ_LIMIT,
})

export const listDiscrepancies = endpoint({
  method: 'GET',
  path: '/settlement-discrepancies',
  summary: 'Lists the discrepancies between reports and the ledger, newest first: the open ones, or all',
  access: { operator: 'money:read' },
  query: z.object({ all: z.enum(['yes', 'no']).default('no'), page: Page }),
  answer: Envelope.extend({ discrepancies: z.array(SettlementDiscrepancy), total: z.number() }),
  limit: READ_LIMIT,
})

export const resolveDiscrepancy = endpoint({
  method: 'POST',
  path: '/settlement-discrepancies/{id}/resolve',
  summary:
    'Resolves a discrepancy with a note; with `adjust` the ledger takes over the provider’s figure, once',
  access: { operator: 'money:write' },
  params: z.object({ id: z.string().max(100) }),
  body: z.object({ note: z.string().trim().min(1).max(450), adjust: z.boolean().default(false) }),
  answer: Envelope.extend({ discrepancy: SettlementDiscrepancy }),
  refusals: ['discrepancy_not_found', 'already_resolved', 'nothing_to_adjust'],
  limit: { calls: 60, windowMs: MINUTE },
})
