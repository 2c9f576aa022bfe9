import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { WrittenPosting } from '#features/money/ledger/contract.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

export const previewCaseDecision = endpoint({
  method: 'GET',
  path: '/cases/{id}/decision-preview',
  summary: 'Returns what a decision would post in the ledger; nothing is changed',
  access: { operator: 'cases:write' },
  params: z.object({ id: z.string().max(100) }),
  query: z.object({
    amount: z.coerce.number<string | number>().int().min(0).max(99_999_999_999),
    withReturn: z.enum(['yes', 'no']).default('no'),
    byMarketplace: z.enum(['yes', 'no']).default('no'),
  }),
  answer: Envelope.extend({ postings: z.array(WrittenPosting) }),
  refusals: ['case_not_found', 'case_state', 'more_than_left'],
  limit: { calls: 60, windowMs: MINUTE },
})
