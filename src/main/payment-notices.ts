import { Hono } from 'hono'
import type { Database } from '#database/database.ts'
import { takeNotice, type Till } from '#features/checkout/service.ts'
import { readText } from '#platform/http/read-body.ts'
import type { Log } from '#platform/log.ts'

/** What taking notices needs; `log` hears of money that pays nothing, for somebody has to look after it. */
export type NoticeSetup = Readonly<{ db: Database; till: Till; clock: () => Date; log: Log }>

/** Where providers post their notices: `/payments/notify/{provider}`. The raw body is what was signed. */
export function paymentNotices({ db, till, clock, log }: NoticeSetup): Hono {
  const app = new Hono()
  app.post('/notify/:provider', async (c) => {
    const body = await readText(c.req.raw)
    const provider = c.req.param('provider')
    const { state, isMoney } = await takeNotice(db, {
      till,
      provider,
      body,
      header: (name) => c.req.header(name),
      now: clock(),
    })
    if (isMoney && state === 'unknown')
      log.error({ provider }, 'money came for a payment nobody knows; the notice is kept')
    if (state === 'unapplied') log.warn({ provider }, 'money came that pays nothing; it is kept as unapplied')
    return c.json({ success: true, message: 'noted' })
  })
  return app
}
