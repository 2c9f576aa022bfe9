import { Hono } from 'hono'
import type { Database } from '#database/database.ts'
import { takeNotice, type Till } from '#features/checkout/service.ts'
import { readText } from '#platform/http/read-body.ts'

/** Where providers post their notices: `/payments/notify/{provider}`. The raw body is what was signed. */
export function paymentNotices({ db, till, clock }: { db: Database; till: Till; clock: () => Date }): Hono {
  const app = new Hono()
  app.post('/notify/:provider', async (c) => {
    const body = await readText(c.req.raw)
    await takeNotice(db, {
      till,
      provider: c.req.param('provider'),
      body,
      header: (name) => c.req.header(name),
      now: clock(),
    })
    return c.json({ success: true, message: 'noted' })
  })
  return app
}
