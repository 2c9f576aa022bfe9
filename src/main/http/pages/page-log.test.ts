import { expect, test } from 'vitest'
import { createCall } from '#web/app/calls/api.ts'
import type { Log } from '#platform/log.ts'
import { pageLog } from '../serve.ts'

const heard: string[] = []
const note = (level: string) => (_fields: object, message: string) => void heard.push(`${level}: ${message}`)
const log: Log = {
  debug: note('debug'),
  info: note('info'),
  warn: note('warn'),
  error: note('error'),
  child: () => log,
}

test('what the shop refuses while a page is drawn is no error in the log, what breaks is', async () => {
  const ask = (status: number) =>
    createCall({
      send: async () => Response.json({ success: false, message: 'no', code: 'none' }, { status }),
      log: pageLog(log),
    })('GET /shop/getProductsByID/{id}', { params: { id: 'prd_1' } }).catch(() => undefined)
  for (const status of [404, 409, 429, 500, 503]) await ask(status)
  pageLog(log)('a page could not be drawn', new Error('x is undefined'))
  const call = 'GET /shop/getProductsByID/{id} failed'
  expect(heard).toEqual([
    `debug: ${call}`,
    `debug: ${call}`,
    `debug: ${call}`,
    `error: ${call}`,
    `error: ${call}`,
    'error: a page could not be drawn',
  ])
})
