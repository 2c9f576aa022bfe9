import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { PERSON_READS } from '#platform/http/limits/account-limits.ts'
import { LINK_LIMIT, linkToken } from '#platform/http/calls/mail-link.ts'

/** The kinds of mail that one may do without; a new one needs its words in `CHOICE_TEXTS` of the rules. */
export const CHOICE_KINDS = ['unread_messages'] as const

/** A kind of mail that one may do without. */
export type ChoiceKind = (typeof CHOICE_KINDS)[number]

const Kind = z.enum(CHOICE_KINDS)

/** A kind of mail that one may have or not, in words for people. */
const NotificationChoice = z
  .object({ kind: Kind, title: z.string(), description: z.string(), wanted: z.boolean() })
  .openapi('NotificationChoice')

const Choices = Envelope.extend({ choices: z.array(NotificationChoice) })

export const getNotificationChoices = endpoint({
  method: 'GET',
  path: '/users/notificationChoices',
  summary: 'Which mails I want, of those that one may do without',
  access: 'signed_in',
  answer: Choices,
  limit: PERSON_READS.row,
})

export const setNotificationChoice = endpoint({
  method: 'POST',
  path: '/users/notificationChoices',
  summary: 'Sets whether I want mails of a kind; gives all choices',
  access: 'signed_in',
  body: z.object({ kind: Kind, wanted: z.boolean() }),
  answer: Choices,
  limit: { calls: 120, windowMs: MINUTE, counted: 'in_memory' },
})

/** The token of the links in somebody's mails of a kind: who has it may decide for these mails. */
const Token = linkToken('notificationChoice')

const ByMail = Envelope.extend({
  /** `email` is masked. */
  choice: NotificationChoice.extend({ email: z.string() }),
})

export const getChoiceByMail = endpoint({
  method: 'GET',
  path: '/users/notificationChoices/byMail',
  summary: 'How it stands with the mails whose link this is',
  access: 'public',
  query: Token,
  answer: ByMail,
  refusals: ['choice_unknown'],
  limit: LINK_LIMIT,
})

export const endMails = endpoint({
  method: 'POST',
  path: '/users/notificationChoices/end',
  summary: 'Ends the mails whose link this is; whatever stands in the body is not read',
  access: 'public',
  query: Token,
  answer: ByMail,
  refusals: ['choice_unknown'],
  limit: LINK_LIMIT,
  // Mail programs post here by themselves (RFC 8058), and want an answer without a redirection.
  form: { page: '/notifications/end', fromAnywhere: true },
})

export const resumeMails = endpoint({
  method: 'POST',
  path: '/users/notificationChoices/resume',
  summary: 'Takes the end of these mails back',
  access: 'public',
  query: Token,
  answer: ByMail,
  refusals: ['choice_unknown'],
  limit: LINK_LIMIT,
  form: { page: '/notifications/resume', fromAnywhere: true },
})

export type NotificationChoiceData = z.output<typeof NotificationChoice>
export type ChoiceByMailData = z.output<typeof ByMail>['choice']
