import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { toMultiline, toSingleLine } from '#core/text/normalize-text.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { EMAIL_LINK_LIMIT, linkTokenQuery } from '#platform/http/calls/email-link.ts'

/** A line of a text. The service reports the missing or invalid ones in one message. */
const Line = (max: number) => z.string().overwrite(toSingleLine).max(max).default('')

export const ContactForm = z.object({
  name: Line(100),
  email: Line(254),
  message: z.string().overwrite(toMultiline).max(5000, 'Use at most 5000 characters.').default(''),
  /** The public id of the store that the message is about; empty is none. */
  supplier: z.string().max(100).optional(),
})

export const contactUs = endpoint({
  method: 'POST',
  path: '/shop/contactUs',
  summary: 'Sends a message to support and to the store it is about; confirms it to the sender',
  access: 'public',
  body: ContactForm,
  answer: Envelope,
  refusals: ['fields_missing', 'bad_email', 'supplier_unknown'],
  limit: { calls: 10, windowMs: 10 * MINUTE },
  form: { page: '/contact-us', done: '/contact-us?sent=1' },
})

export const getContactStore = endpoint({
  method: 'GET',
  path: '/shop/contactStore/{id}',
  summary: 'Returns the store that a message is about',
  access: 'public',
  params: z.object({ id: z.string().max(100) }),
  answer: Envelope.extend({ store: z.object({ id: z.string(), name: z.string() }) }),
})

export const subscribe = endpoint({
  method: 'POST',
  path: '/shop/subscribe',
  summary: 'Sends a confirmation email for the newsletter; the answer is the same for every address',
  access: 'public',
  body: z.object({ email: Line(254) }),
  answer: Envelope,
  refusals: ['bad_email'],
  limit: { calls: 10, windowMs: MINUTE },
  form: { page: '/newsletter', done: '/newsletter?sent=1' },
})

/** The token of the links in a subscriber's emails; it grants decisions for that address. */
const Token = linkTokenQuery('subscription')

/** `expired`: the confirmation link is too old, and a new one can be requested. */
const SubscriptionStatus = z.enum(['pending', 'expired', 'confirmed', 'unsubscribed'])

const Subscription = Envelope.extend({
  subscription: z.object({ status: SubscriptionStatus, email: z.string() }).openapi('Subscription'),
})

export const getSubscription = endpoint({
  method: 'GET',
  path: '/shop/newsletter',
  summary: 'Returns the newsletter subscription of an address, which is masked',
  access: 'public',
  query: Token,
  answer: Subscription,
  limit: EMAIL_LINK_LIMIT,
})

export const confirmSubscription = endpoint({
  method: 'POST',
  path: '/shop/newsletter/confirm',
  summary: 'Confirms a newsletter subscription',
  access: 'public',
  query: Token,
  answer: Subscription,
  refusals: ['link_expired'],
  limit: EMAIL_LINK_LIMIT,
  form: { page: '/newsletter/confirm', fromAnywhere: true },
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/shop/newsletter/unsubscribe',
  summary: 'Unsubscribes from the newsletter; the body is ignored',
  access: 'public',
  query: Token,
  answer: Subscription,
  limit: EMAIL_LINK_LIMIT,
  // Email programs post here themselves (RFC 8058), and expect no redirect.
  form: { page: '/newsletter/unsubscribe', fromAnywhere: true },
})

export const resumeSubscription = endpoint({
  method: 'POST',
  path: '/shop/newsletter/resume',
  summary: 'Resubscribes to the newsletter',
  access: 'public',
  query: Token,
  answer: Subscription,
  limit: EMAIL_LINK_LIMIT,
  form: { page: '/newsletter/resume', fromAnywhere: true },
})

export type ContactFormData = z.output<typeof ContactForm>
export type ContactStoreData = z.input<typeof getContactStore.answer>['store']
export type SubscriptionData = z.input<typeof Subscription>['subscription']
