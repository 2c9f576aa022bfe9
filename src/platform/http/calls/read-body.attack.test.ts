import { expect, test } from 'vitest'
import { readText } from './read-body.ts'

test('does not log an error when a client disconnects while sending its body', async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new Error('aborted'))
    },
  })
  const init = { method: 'POST', body, duplex: 'half' }
  await expect(readText(new Request('http://shop.test/', init))).rejects.toMatchObject({
    kind: 'invalid',
    code: 'body_incomplete',
  })
})
