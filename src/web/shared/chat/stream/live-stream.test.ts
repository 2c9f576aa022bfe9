import { expect, test } from 'vitest'
import type { StreamEvent } from './event-stream.ts'
import { listenToStream, backoffMs } from './live-stream.ts'

test('resumes a broken stream after the last event, and retries with growing pauses', async () => {
  const { requestedIds, received, states, pauses } = await listened([
    () => answer(['id: 7\ndata: a\n\n', 'id: 8\nda', 'ta: b\n\ndata: half']),
    () => Promise.reject(new Error('no line')),
    () => Promise.resolve(new Response('busy', { status: 503 })),
    () => answer(['data: c\n\n']),
  ])
  expect(requestedIds).toEqual(['', '8', '8', '8'])
  expect(received).toEqual(['a', 'b', 'c'])
  expect(states).toEqual(['connecting', 'open', 'lost', 'lost', 'lost', 'open', 'lost'])
  expect(pauses.map((ms) => ms <= 1_000)).toEqual([true, false, false, true])
})

test('renews a rejected token once, and ends the stream when that fails', async () => {
  const refused = () => Promise.resolve(new Response(null, { status: 401 }))
  const renewed = await listened([refused, () => answer(['data: a\n\n'])], { renews: true })
  expect(renewed.received).toEqual(['a'])
  const end = await listened([refused, () => answer(['data: a\n\n'])], { renews: false })
  expect(end.states).toEqual(['connecting', 'ended'])
})

test('signing out elsewhere ends the stream', async () => {
  const { states } = await listened([() => answer(['event: end\ndata: {"reason":"signed_out"}\n\n'])], {
    renews: false,
  })
  expect(states).toEqual(['connecting', 'open', 'ended'])
})

test('retry delays grow from about a second to half a minute, with jitter', () => {
  expect([1, 2, 3, 6, 99].map((failures) => backoffMs(failures, 1))).toEqual([
    1_000, 2_000, 4_000, 30_000, 30_000,
  ])
  expect(backoffMs(1, 0)).toBe(500)
})

function answer(chunks: readonly string[]): Promise<Response> {
  const encoder = new TextEncoder()
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk))
      controller.close()
    },
  })
  return Promise.resolve(new Response(body))
}

/** Listens until all answers are used. */
async function listened(answers: readonly (() => Promise<Response>)[], { renews = true } = {}) {
  const stop = new AbortController()
  const recorded = {
    requestedIds: [] as string[],
    received: [] as string[],
    states: [] as string[],
    pauses: [] as number[],
  }
  await listenToStream(
    {
      send: (lastId) => {
        recorded.requestedIds.push(lastId)
        return answers[recorded.requestedIds.length - 1]?.() ?? Promise.reject(new Error('too many requests'))
      },
      pause: (ms) => {
        recorded.pauses.push(ms)
        if (recorded.requestedIds.length >= answers.length) stop.abort()
        return Promise.resolve()
      },
      renew: () => Promise.resolve(renews),
      onEvent: ({ data }: StreamEvent) => recorded.received.push(data),
      onAlive: () => undefined,
      onState: (state) => recorded.states.push(state),
    },
    stop.signal,
  )
  return recorded
}
