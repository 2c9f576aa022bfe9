import { inTransaction, type Queryable } from '#database/database.ts'
import { isEmail, maskEmail } from '#core/emails/email.ts'
import { invalid, notFound, refused, type AppError } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { SubscriptionData } from '../contract.ts'
import {
  findSubscriber,
  lockSubscriber,
  upsertSubscriber,
  type Subscriber,
  updateSubscriber,
} from '../queries.ts'
import { BAD_EMAIL_MESSAGE, nextState, getSubscriptionStatus, type SubscriberEvent } from '../rules.ts'

/**
 * Records a newsletter subscription request for an address, in any case. A job emails its owner if needed, so that this
 * call does the same for every address, known or not. Throws `bad_email`.
 */
export async function subscribeToNewsletter(
  db: Queryable,
  { email, enqueue, now }: { email: string; enqueue: Enqueue; now: Date },
): Promise<void> {
  if (!isEmail(email)) throw invalid('bad_email', BAD_EMAIL_MESSAGE, { fields: ['email'] })
  await inTransaction(db, async (tx) => {
    const subscriber = { email: email.toLowerCase(), token: newSecretId('subscription'), subscribedAt: now }
    const { id, state } = await upsertSubscriber(tx, subscriber)
    await updateSubscriber(tx, id, { state: nextState(state, 'ask'), subscribedAt: now })
    await enqueue(tx, { job: 'contact.invite_subscriber', input: { subscriberId: id } })
  })
}

/** Returns the subscription behind a link's token. Throws `subscription_unknown`. */
export async function readSubscription(db: Queryable, token: string, now: Date): Promise<SubscriptionData> {
  const subscriber = await findSubscriber(db, token)
  if (!subscriber) throw unknownSubscriptionError()
  return toSubscriptionView(subscriber, now)
}

/**
 * Records the decision of an address's owner; repeating it changes nothing. Throws `subscription_unknown`, and
 * `link_expired` for a late confirmation.
 */
export async function decideSubscription(
  db: Queryable,
  decision: { token: string; event: Exclude<SubscriberEvent, 'ask'>; enqueue: Enqueue; now: Date },
): Promise<SubscriptionData> {
  const { token, event, enqueue, now } = decision
  return inTransaction(db, async (tx) => {
    const subscriber = await lockSubscriber(tx, { token })
    if (!subscriber) throw unknownSubscriptionError()
    if (event === 'confirm' && getSubscriptionStatus(subscriber, now) === 'expired') throw linkExpiredError()
    const change = toSubscriberChange(subscriber, event, now)
    if (change.state === subscriber.state) return toSubscriptionView(subscriber, now)
    await updateSubscriber(tx, subscriber.id, change)
    if (event === 'confirm')
      await enqueue(tx, { job: 'contact.welcome_subscriber', input: { subscriberId: subscriber.id } })
    return toSubscriptionView({ ...subscriber, ...change }, now)
  })
}

/** Returns the changes by an event; a confirmed subscriber starts again with the first invitation. */
function toSubscriberChange(
  { state, confirmedAt }: Subscriber,
  event: SubscriberEvent,
  now: Date,
): Partial<Omit<Subscriber, 'id' | 'email' | 'token'>> {
  const next = nextState(state, event)
  if (next === 'confirmed') {
    return { state: next, confirmedAt: event === 'confirm' ? now : (confirmedAt ?? now), invitations: 0 }
  }
  return next === 'unsubscribed' ? { state: next, unsubscribedAt: now } : { state: next }
}

function toSubscriptionView(subscriber: Subscriber, now: Date): SubscriptionData {
  return { status: getSubscriptionStatus(subscriber, now), email: maskEmail(subscriber.email) }
}

function unknownSubscriptionError(): AppError {
  return notFound('subscription_unknown', 'This link is no longer valid.')
}

function linkExpiredError(): AppError {
  return refused('link_expired', 'This link has expired. Subscribe again.')
}
