import { expect, test } from 'vitest'
import type { StreamEvent } from './event-stream.ts'
import { shareStream } from './shared-stream.ts'
import type { SharedStreamDeps } from './shared-stream.ts'

const EVENT: StreamEvent = { event: 'message', data: '{}', id: '5' }

test('one tab receives the stream for all tabs, and another one continues after the last event when it closes', async () => {
  const [first, second] = [tab(), tab()]
  const stopFirst = shareStream(first.sharing)
  await first.began.promise
  const stopSecond = shareStream(second.sharing)
  // A new tab gets the state when it opens, as it missed the change.
  await second.opened.promise
  first.to?.onEvent(EVENT)
  await second.received.promise
  expect(second.isListening()).toBe(false)

  stopFirst()
  await second.began.promise
  expect(second.startedFrom()).toBe('5')
  stopSecond()
})

function tab() {
  const [began, received, opened] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ]
  const listenCall: { to?: Parameters<SharedStreamDeps['listen']>[0]; from?: string } = {}
  const sharing: SharedStreamDeps = {
    name: 'chat:test',
    listen: (to, signal, position) => {
      listenCall.to = to
      listenCall.from = position.lastId
      to.onState('open')
      began.resolve()
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
    },
    onEvent: () => received.resolve(),
    onState: (state) => state === 'open' && opened.resolve(),
  }
  return {
    sharing,
    began,
    received,
    opened,
    isListening: () => listenCall.to !== undefined,
    startedFrom: () => listenCall.from,
    get to() {
      return listenCall.to
    },
  }
}
