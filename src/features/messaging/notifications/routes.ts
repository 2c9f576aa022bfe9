import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { setPreference, setPreferenceByLink, readPreferenceByToken, readPreferences } from './service.ts'

/** Returns the routes of email choices, set in the account or by a link in an email. */
export const notificationRoutes: readonly Route[] = [
  route(contract.getNotificationPreferences, async (_input, { db, actor }) =>
    ok('Mails', { choices: await readPreferences(db, actor.id) }),
  ),

  route(contract.setNotificationPreference, async ({ body: { kind, isEnabled } }, { db, actor, now }) => {
    await setPreference(db, { accountId: actor.id, kind, isEnabled, now })
    return ok('Saved', { choices: await readPreferences(db, actor.id) })
  }),

  route(contract.getPreferenceByToken, async ({ query: { token } }, { db }) =>
    ok('Mails', { choice: await readPreferenceByToken(db, token) }),
  ),

  preferenceRoute(contract.disableEmails, false),
  preferenceRoute(contract.enableEmails, true),
]

function preferenceRoute(
  spec: typeof contract.disableEmails | typeof contract.enableEmails,
  isEnabled: boolean,
): Route {
  return route(spec, async ({ query: { token } }, { db, now }) => {
    const preference = await setPreferenceByLink(db, { token, isEnabled, now })
    return ok(isEnabled ? 'You are subscribed again.' : 'You are unsubscribed.', { choice: preference })
  })
}
