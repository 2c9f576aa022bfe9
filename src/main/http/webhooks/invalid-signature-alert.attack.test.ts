import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Carriers } from '#features/sales/orders/port.ts'
import { sandboxPay } from '#connectors/sandbox-pay/provider.ts'
import { invalid } from '#core/errors.ts'
import type { Log } from '#platform/log.ts'
import { SANDBOX_SECRET, SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import { carrierWebhooks } from './carrier-webhooks.ts'
import { createInvalidSignatureAlert } from './invalid-signature-alert.ts'
import { paymentWebhooks } from './payment-webhooks.ts'

const shop = await createTestShop()

function createTestLog() {
  const lines: unknown[] = []
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: (fields) => void lines.push(fields),
    error: () => undefined,
    child: () => log,
  }
  const alarm = createInvalidSignatureAlert(log)
  return { lines, common: { db: shop.db, clock: shop.now, log, alarm, limiter: async () => undefined } }
}

/** Replaces the error handler, which these tests do not check. */
function sendQuietly(app: ReturnType<typeof paymentWebhooks>) {
  app.onError((_error, c) => c.text('', 400))
  return app
}

const forgedRequest = (signature: string) => ({
  method: 'POST',
  body: '{"secret":"\u001b[31mhidden\\n"}',
  headers: { 'x-sandbox-signature': signature, 'stripe-signature': signature },
})

test('webhook events with invalid signatures log one alert a minute with their count and no content', async () => {
  const { lines, common } = createTestLog()
  const sandbox = { db: shop.db, secret: SANDBOX_SECRET, clock: shop.now, publicUrl: SHOP_URL }
  const checkoutDeps = {
    providers: [sandboxPay(sandbox)],
    publicUrl: SHOP_URL,
    enqueue: shop.app.jobs.enqueue,
  }
  const app = sendQuietly(paymentWebhooks({ ...common, checkoutDeps }))
  const forge = async (times: number) => {
    for (let attempt = 0; attempt < times; attempt += 1)
      expect(
        (await app.request('/notify/sandbox', forgedRequest(createHmac('md5', `${attempt}`).digest('hex'))))
          .ok,
      ).toBe(false)
  }
  await forge(5)
  expect(lines).toEqual([{ sender: 'sandbox', count: 1 }])
  shop.passTime(59_000)
  await forge(1)
  expect(lines).toHaveLength(1)
  shop.passTime(1_000)
  await forge(2)
  expect(lines.slice(1)).toEqual([{ sender: 'sandbox', count: 6 }])
})

test('raises no alert for an unknown provider, whose name in the URL is not logged', async () => {
  const { lines, common } = createTestLog()
  const checkoutDeps = { providers: [], publicUrl: SHOP_URL, enqueue: shop.app.jobs.enqueue }
  await sendQuietly(paymentWebhooks({ ...common, checkoutDeps })).request(
    '/notify/evil%0aline',
    forgedRequest('x'),
  )
  expect(lines).toEqual([])
})

test('alerts on invalid signatures of a carrier, but not on unreadable events', async () => {
  const { lines, common } = createTestLog()
  const codes = ['bad_webhook_event', 'bad_signature']
  const readWebhookEvent = () => {
    throw invalid(codes.shift() ?? 'bad_signature', 'Refused.')
  }
  // This test needs only the carrier's parsing of webhook events.
  const carriers = { parseWebhookEvent: readWebhookEvent } as unknown as Carriers
  const app = sendQuietly(carrierWebhooks({ ...common, carriers, deps: { enqueue: shop.app.jobs.enqueue } }))
  await app.request('/easypost', forgedRequest('x'))
  expect(lines).toEqual([])
  await app.request('/easypost', forgedRequest('x'))
  expect(lines).toEqual([{ sender: 'easypost', count: 1 }])
})
