import { z } from '@hono/zod-openapi'
import { toMultiline, toSingleLine } from '#core/text/normalize-text.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

const LIMIT = { calls: 120, windowMs: MINUTE, scope: 'account' } as const

const Params = z.object({ id: z.string().max(100) })

/** A newsletter as operators write it: plain text, with an empty line between paragraphs. */
const NewsletterForm = z
  .object({
    subject: z.string().overwrite(toSingleLine).max(150),
    heading: z.string().overwrite(toSingleLine).max(120),
    text: z.string().overwrite(toMultiline).max(4_000),
    /** Whether it shows new products of the 30 days before it is sent. */
    withProducts: z.boolean(),
  })
  .openapi('NewsletterForm')

const NewsletterState = z.enum(['draft', 'sending', 'sent', 'stopped'])

const Newsletter = z
  .object({
    id: z.string(),
    ...NewsletterForm.shape,
    state: NewsletterState,
    version: z.number(),
    /** Who wrote it; empty once the account is closed. */
    createdBy: z.string(),
    createdAt: z.string(),
    startedAt: z.string().nullable(),
    endedAt: z.string().nullable(),
    /** The emails in the outbox, those that the mail server took, and those that it refused. */
    counts: z.object({ queued: z.number(), sent: z.number(), refused: z.number() }),
  })
  .openapi('Newsletter')

const NewsletterAnswer = Envelope.extend({ newsletter: Newsletter })

export const listNewsletters = endpoint({
  method: 'GET',
  path: '/operator/newsletters',
  summary:
    'Lists newsletters with the status of their emails, the newest first, the monthly issues, and counts of subscribers',
  access: { operator: 'products:read' },
  query: z.object({ cursor: z.string().max(100).optional() }),
  answer: Envelope.extend({
    newsletters: z.array(Newsletter),
    nextCursor: z.string().nullable(),
    issues: z.array(
      z.object({
        /** The first day of the month whose products it shows. */
        month: z.string(),
        products: z.number(),
        createdAt: z.string(),
      }),
    ),
    subscribers: z.object({ confirmed: z.number(), pending: z.number(), unsubscribed: z.number() }),
  }),
  refusals: ['bad_cursor'],
  limit: LIMIT,
})

export const readNewsletter = endpoint({
  method: 'GET',
  path: '/operator/newsletters/{id}',
  summary: 'Returns a newsletter, how many subscribers it goes to, and the email that was sent',
  access: { operator: 'products:read' },
  params: Params,
  answer: NewsletterAnswer.extend({
    subscribers: z.number(),
    /** What was sent; null for a draft. */
    email: z.object({ subject: z.string(), html: z.string(), text: z.string() }).nullable(),
  }),
  refusals: ['newsletter_not_found'],
  limit: LIMIT,
})

export const createNewsletter = endpoint({
  method: 'POST',
  path: '/operator/newsletters',
  summary: 'Creates the draft of a newsletter',
  access: { operator: 'products:write' },
  body: NewsletterForm,
  answer: NewsletterAnswer,
  refusals: ['newsletter_faulty'],
  limit: LIMIT,
})

export const saveNewsletter = endpoint({
  method: 'POST',
  path: '/operator/newsletters/{id}',
  summary: 'Changes the draft of a newsletter',
  access: { operator: 'products:write' },
  params: Params,
  body: NewsletterForm.extend({ version: z.int().min(1) }),
  answer: NewsletterAnswer,
  refusals: ['newsletter_not_found', 'newsletter_faulty', 'newsletter_state', 'changed_meanwhile'],
  limit: LIMIT,
})

export const deleteNewsletter = endpoint({
  method: 'POST',
  path: '/operator/newsletters/{id}/delete',
  summary: 'Deletes the draft of a newsletter',
  access: { operator: 'products:write' },
  params: Params,
  answer: Envelope,
  refusals: ['newsletter_not_found', 'newsletter_state'],
  limit: LIMIT,
})

export const previewNewsletter = endpoint({
  method: 'POST',
  path: '/operator/newsletters/preview',
  summary: 'Returns a newsletter as subscribers would get it now, as HTML and plain text',
  access: { operator: 'products:read' },
  body: NewsletterForm,
  answer: Envelope.extend({ subject: z.string(), html: z.string(), text: z.string() }),
  refusals: ['newsletter_faulty'],
  limit: LIMIT,
})

export const sendTestNewsletter = endpoint({
  method: 'POST',
  path: '/operator/newsletters/test',
  summary: 'Sends a newsletter to your own address, to see it in a mail program',
  access: { operator: 'products:write' },
  body: NewsletterForm,
  answer: Envelope,
  refusals: ['newsletter_faulty'],
  limit: { calls: 20, windowMs: HOUR, scope: 'account' },
})

export const sendNewsletter = endpoint({
  method: 'POST',
  path: '/operator/newsletters/{id}/send',
  summary:
    'Sends a newsletter to all confirmed subscribers, each once, in the background; needs your password first',
  access: { operator: 'products:write' },
  confirmed: true,
  params: Params,
  body: z.object({ version: z.int().min(1) }),
  answer: NewsletterAnswer,
  refusals: ['newsletter_not_found', 'newsletter_state', 'changed_meanwhile', 'no_subscribers'],
  limit: { calls: 20, windowMs: HOUR, scope: 'account' },
})

export const stopNewsletter = endpoint({
  method: 'POST',
  path: '/operator/newsletters/{id}/stop',
  summary: 'Stops a newsletter that is being sent; emails in the outbox still leave',
  access: { operator: 'products:write' },
  params: Params,
  answer: NewsletterAnswer,
  refusals: ['newsletter_not_found', 'newsletter_state'],
  limit: LIMIT,
})

export type NewsletterData = z.input<typeof Newsletter>
export type NewsletterFormData = z.output<typeof NewsletterForm>
