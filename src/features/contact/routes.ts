import { ok, route, type Route } from '#platform/http/route.ts'
import { subscribe } from './contract.ts'
import { subscribeToNewsletter } from './service.ts'

/** The newsletter list. */
export const contactRoutes: Route[] = [
  route(subscribe, async ({ body }, { db, now }) => {
    await subscribeToNewsletter(db, body.email, now)
    return ok('Thank you. You will hear from us.', {})
  }),
]
