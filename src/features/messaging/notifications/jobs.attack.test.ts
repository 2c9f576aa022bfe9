import { expect, test } from 'vitest'
import { deliverEmails } from './jobs.ts'

const SENDER = { domain: 'shop.test', publicUrl: 'https://shop.test' }

const FIRST_RETRY_SECONDS = 5

test('no email is lost while the mail server is away for half a day', () => {
  const { attempts } = deliverEmails(async () => undefined, SENDER)
  // Each wait is half of the doubled one before at least, that is 5 seconds, 10, 20 and so on halved.
  const waits = Array.from({ length: attempts - 1 }, (_, retry) => (FIRST_RETRY_SECONDS * 2 ** retry) / 2)
  const hours = waits.reduce((sum, seconds) => sum + seconds, 0) / 3600
  expect(hours).toBeGreaterThan(12)
})
