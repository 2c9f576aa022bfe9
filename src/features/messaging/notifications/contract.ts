import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { ACCOUNT_READ_LIMITS } from '#platform/http/limits/account-limits.ts'
import { EMAIL_LINK_LIMIT, linkTokenQuery } from '#platform/http/calls/email-link.ts'

/** The optional kinds of email; a new one needs its texts in `PREFERENCE_TEXTS`. */
export const PREFERENCE_KINDS = ['unread_messages'] as const

/** An optional kind of email. */
export type PreferenceKind = (typeof PREFERENCE_KINDS)[number]

const Kind = z.enum(PREFERENCE_KINDS)

/** A kind of email that an account can turn off, with its label. */
const NotificationPreference = z
  .object({ kind: Kind, title: z.string(), description: z.string(), isEnabled: z.boolean() })
  .openapi('NotificationChoice')

const PreferencesResponse = Envelope.extend({ choices: z.array(NotificationPreference) })

export const getNotificationPreferences = endpoint({
  method: 'GET',
  path: '/users/notificationChoices',
  summary: 'Returns your choices of optional emails',
  access: 'signed_in',
  answer: PreferencesResponse,
  limit: ACCOUNT_READ_LIMITS.row,
})

export const setNotificationPreference = endpoint({
  method: 'POST',
  path: '/users/notificationChoices',
  summary: 'Turns one kind of optional email on or off; returns all choices',
  access: 'signed_in',
  body: z.object({ kind: Kind, isEnabled: z.boolean() }),
  answer: PreferencesResponse,
  limit: { calls: 120, windowMs: MINUTE, counted: 'in_memory' },
})

/** The token of the links in an account's emails of a kind; it can change that preference. */
const Token = linkTokenQuery('notificationChoice')

const PreferenceByTokenResponse = Envelope.extend({
  /** `email` is masked. */
  choice: NotificationPreference.extend({ email: z.string() }),
})

export const getPreferenceByToken = endpoint({
  method: 'GET',
  path: '/users/notificationChoices/byMail',
  summary: 'Returns the choice behind an unsubscribe link',
  access: 'public',
  query: Token,
  answer: PreferenceByTokenResponse,
  refusals: ['choice_unknown'],
  limit: EMAIL_LINK_LIMIT,
})

export const disableEmails = endpoint({
  method: 'POST',
  path: '/users/notificationChoices/end',
  summary: 'Unsubscribes by an email link; the body is ignored',
  access: 'public',
  query: Token,
  answer: PreferenceByTokenResponse,
  refusals: ['choice_unknown'],
  limit: EMAIL_LINK_LIMIT,
  // Email programs post here themselves (RFC 8058), and expect no redirect.
  form: { page: '/notifications/end', fromAnywhere: true },
})

export const enableEmails = endpoint({
  method: 'POST',
  path: '/users/notificationChoices/resume',
  summary: 'Resubscribes by an email link',
  access: 'public',
  query: Token,
  answer: PreferenceByTokenResponse,
  refusals: ['choice_unknown'],
  limit: EMAIL_LINK_LIMIT,
  form: { page: '/notifications/resume', fromAnywhere: true },
})

export type NotificationPreferenceData = z.output<typeof NotificationPreference>
export type PreferenceByTokenData = z.output<typeof PreferenceByTokenResponse>['choice']
