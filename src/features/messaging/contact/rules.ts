import { isEmail } from '#core/emails/email.ts'
import { HOUR, addMs, MINUTE } from '#core/time.ts'
import type { ContactFormData, SubscriptionData } from './contract.ts'

const DAY = 24 * HOUR

/** How soon messages are answered, as the contact page promises. */
export const ANSWER_WITHIN_MS = DAY

/** The states of a message in the inbox. */
export type MessageState = 'open' | 'done' | 'spam'

/** The kinds of entries in a message's thread. */
export type EntryKind = 'answer' | 'note' | 'assignment' | 'state'

/** The most messages of one address in `MESSAGE_WINDOW_MS`: each sends an email to that address. */
export const MAX_MESSAGES_PER_SENDER = 5
export const MESSAGE_WINDOW_MS = DAY

/** How long a confirmation link is valid. */
export const CONFIRM_WITHIN_MS = 7 * DAY

/** How long an unconfirmed address is stored. */
export const UNCONFIRMED_RETENTION_MS = 30 * DAY

/** The labels of the fields of the contact form. */
const FIELDS = { name: 'full name', email: 'email address', message: 'message' } as const

/** Returns why a message cannot be sent, as a message for its sender; undefined when it can. */
export function validateMessage(
  form: ContactFormData,
): { code: 'fields_missing' | 'bad_email'; text: string; fields: string[] } | undefined {
  const missing = (['name', 'email', 'message'] as const).filter((field) => form[field] === '')
  if (missing.length > 0) {
    const text = `Please fill in: ${missing.map((field) => FIELDS[field]).join(', ')}.`
    return { code: 'fields_missing', text, fields: missing }
  }
  return isEmail(form.email) ? undefined : { code: 'bad_email', text: BAD_EMAIL_MESSAGE, fields: ['email'] }
}

/** The message for an invalid address. */
export const BAD_EMAIL_MESSAGE = 'Enter a valid email address.'

/** The state of a subscription: `pending` until it is confirmed. */
export type SubscriberState = 'pending' | 'confirmed' | 'unsubscribed'

/** The events of a subscriber: anyone may subscribe any address; the others require the token of an email. */
export type SubscriberEvent = 'ask' | 'confirm' | 'unsubscribe' | 'resume'

/**
 * The next state by event. Repeated events change nothing; a confirmation link does not undo a later unsubscription.
 */
const TRANSITIONS: Readonly<Record<SubscriberState, Readonly<Record<SubscriberEvent, SubscriberState>>>> = {
  pending: { ask: 'pending', confirm: 'confirmed', unsubscribe: 'unsubscribed', resume: 'pending' },
  confirmed: { ask: 'confirmed', confirm: 'confirmed', unsubscribe: 'unsubscribed', resume: 'confirmed' },
  unsubscribed: { ask: 'pending', confirm: 'unsubscribed', unsubscribe: 'unsubscribed', resume: 'confirmed' },
}

/** Returns the state after an event. */
export function nextState(state: SubscriberState, event: SubscriberEvent): SubscriberState {
  return TRANSITIONS[state][event]
}

/** The input of the rules about a subscriber; `invitations` counts unanswered confirmation emails. */
export type InvitationState = Readonly<{
  state: SubscriberState
  invitations: number
  invitedAt: Date | null
}>

/** Returns the state of a subscription for the page that its link opens. */
export function getSubscriptionStatus(subscriber: InvitationState, now: Date): SubscriptionData['status'] {
  return subscriber.state === 'pending' && isLinkExpired(subscriber, now) ? 'expired' : subscriber.state
}

function isLinkExpired({ invitedAt }: InvitationState, now: Date): boolean {
  return invitedAt === null || addMs(invitedAt, CONFIRM_WITHIN_MS) < now
}

/**
 * Returns whether a pending subscriber gets another invitation now. The first is sent at once; each further one waits
 * six times as long as the one before (10 minutes, 1 hour, 6 hours, …), so that no stranger's mailbox can be flooded.
 */
export function isInvitationDue({ state, invitations, invitedAt }: InvitationState, now: Date): boolean {
  if (state !== 'pending') return false
  return invitedAt === null || addMs(invitedAt, getInvitationDelay(invitations)) <= now
}

function getInvitationDelay(invitations: number): number {
  return Math.min(10 * MINUTE * 6 ** (invitations - 1), UNCONFIRMED_RETENTION_MS)
}

/** The most products in an issue. */
export const MAX_ISSUE_PRODUCTS = 8

/**
 * Returns the newsletter issue due at `now`: its month, and the period of its products. The month is the previous one
 * (its first day, ISO 8601). All times are in UTC.
 */
export function getDueIssue(now: Date): { month: string; from: Date; until: Date } {
  const until = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1))
  return { month: from.toISOString().slice(0, 10), from, until }
}
