import { expect, test } from 'vitest'
import { readText } from './read-body.ts'

test('a client that leaves in the middle of its body is its own fault, not an error of the shop', async () => {
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
