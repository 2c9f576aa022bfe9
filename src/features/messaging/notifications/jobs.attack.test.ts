import { expect, test } from 'vitest'
import { deliverEmails } from './jobs.ts'

const SENDER = { domain: 'shop.test', publicUrl: 'https://shop.test' }

const FIRST_RETRY_SECONDS = 5

test('delivery is retried for more than half a day while the mail server is unavailable', () => {
  const { attempts } = deliverEmails(async () => undefined, SENDER)
  // Waits double from 5 seconds, and jitter halves them at most.
  const waits = Array.from({ length: attempts - 1 }, (_, retry) => (FIRST_RETRY_SECONDS * 2 ** retry) / 2)
  const hours = waits.reduce((sum, seconds) => sum + seconds, 0) / 3600
  expect(hours).toBeGreaterThan(12)
})
