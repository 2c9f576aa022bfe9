import { expect, test } from 'vitest'
import { createCall } from '#web/app/calls/api.ts'
import type { Log } from '#platform/log.ts'
import { createPageLog } from '../serve.ts'

const logged: string[] = []
const logAt = (level: string) => (_fields: object, message: string) =>
  void logged.push(`${level}: ${message}`)
const log: Log = {
  debug: logAt('debug'),
  info: logAt('info'),
  warn: logAt('warn'),
  error: logAt('error'),
  child: () => log,
}

test('logs a failure during rendering as an error, but not a refusal', async () => {
  const logStatus = (status: number) =>
    createCall({
      send: async () => Response.json({ success: false, message: 'no', code: 'none' }, { status }),
      log: createPageLog(log),
    })('GET /shop/getProductsByID/{id}', { params: { id: 'prd_1' } }).catch(() => undefined)
  for (const status of [404, 409, 429, 500, 503]) await logStatus(status)
  createPageLog(log)('a page could not be drawn', new Error('x is undefined'))
  const call = 'GET /shop/getProductsByID/{id} failed'
  expect(logged).toEqual([
    `debug: ${call}`,
    `debug: ${call}`,
    `debug: ${call}`,
    `error: ${call}`,
    `error: ${call}`,
    'error: a page could not be drawn',
  ])
})
