import { notFound } from '#core/errors.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import type { SubscriptionData } from './contract.ts'
import type { SubscriberEvent } from './rules.ts'
import {
  decideSubscription,
  type ContactDeps,
  readSubscription,
  sendContactMessage,
  subscribeToNewsletter,
} from './service.ts'

/** Returns the routes of contact messages and the newsletter. */
export function contactRoutes(deps: ContactDeps): Route[] {
  const { enqueue, stores } = deps
  return [
    route(contract.contactUs, async ({ body: form }, { db, now }) => {
      await sendContactMessage(db, { form, deps, now })
      return ok('Thank you. We received your message. Expect a response within 24 hours.', {})
    }),

    route(contract.getContactStore, async ({ params }, { db }) => {
      const store = await stores.find(db, params.id)
      if (!store) throw notFound('supplier_not_found', 'This store is no longer on the marketplace.')
      return ok('Store', { store: { id: params.id, name: store.name } })
    }),

    route(contract.subscribe, async ({ body: { email } }, { db, now }) => {
      await subscribeToNewsletter(db, { email, enqueue, now })
      return ok('Thank you. Check your email to confirm your subscription.', {})
    }),

    route(contract.getSubscription, async ({ query: { token } }, { db, now }) =>
      ok('Subscription', { subscription: await readSubscription(db, token, now) }),
    ),

    decisionRoute(contract.confirmSubscription, 'confirm', deps),
    decisionRoute(contract.unsubscribe, 'unsubscribe', deps),
    decisionRoute(contract.resumeSubscription, 'resume', deps),
  ]
}

type DecisionEndpoint =
  | typeof contract.confirmSubscription
  | typeof contract.unsubscribe
  | typeof contract.resumeSubscription

function decisionRoute(
  spec: DecisionEndpoint,
  event: Exclude<SubscriberEvent, 'ask'>,
  { enqueue }: ContactDeps,
): Route {
  return route(spec, async ({ query: { token } }, { db, now }) => {
    const subscription = await decideSubscription(db, { token, event, enqueue, now })
    return ok(STATUS_MESSAGES[subscription.status], { subscription })
  })
}

const STATUS_MESSAGES: Readonly<Record<SubscriptionData['status'], string>> = {
  pending: 'Confirm your subscription.',
  expired: 'Subscribe again.',
  confirmed: 'You are subscribed.',
  unsubscribed: 'You are unsubscribed.',
}
