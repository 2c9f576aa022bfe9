import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { choose, chooseByMail, readChoiceByMail, readChoices } from './service.ts'

/** Which mails people want, told by themselves or by a link in such a mail. */
export const notificationRoutes: readonly Route[] = [
  route(contract.getNotificationChoices, async (_input, { db, actor }) =>
    ok('Mails', { choices: await readChoices(db, actor.id) }),
  ),

  route(contract.setNotificationChoice, async ({ body: { kind, wanted } }, { db, actor, now }) => {
    await choose(db, { personId: actor.id, kind, wanted, now })
    return ok('Saved', { choices: await readChoices(db, actor.id) })
  }),

  route(contract.getChoiceByMail, async ({ query: { token } }, { db }) =>
    ok('Mails', { choice: await readChoiceByMail(db, token) }),
  ),

  deciding(contract.endMails, false),
  deciding(contract.resumeMails, true),
]

function deciding(spec: typeof contract.endMails | typeof contract.resumeMails, wanted: boolean): Route {
  return route(spec, async ({ query: { token } }, { db, now }) => {
    const choice = await chooseByMail(db, { token, wanted, now })
    return ok(wanted ? 'These mails come again.' : 'No more of these mails.', { choice })
  })
}
