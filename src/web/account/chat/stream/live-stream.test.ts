import { expect, test } from 'vitest'
import type { StreamEvent } from './event-stream.ts'
import { listenToStream, backoffMs } from './live-stream.ts'

test('a line that breaks is taken up after the last event; the shop is asked in growing pauses', async () => {
  const { asked, heard, states, pauses } = await listened([
    () => answer(['id: 7\ndata: a\n\n', 'id: 8\nda', 'ta: b\n\ndata: half']),
    () => Promise.reject(new Error('no line')),
    () => Promise.resolve(new Response('busy', { status: 503 })),
    () => answer(['data: c\n\n']),
  ])
  expect(asked).toEqual(['', '8', '8', '8'])
  expect(heard).toEqual(['a', 'b', 'c'])
  expect(states).toEqual(['connecting', 'open', 'lost', 'lost', 'lost', 'open', 'lost'])
  expect(pauses.map((ms) => ms <= 1_000)).toEqual([true, false, false, true])
})

test('a token that is no good is renewed once; where that is in vain the stream is over', async () => {
  const refused = () => Promise.resolve(new Response(null, { status: 401 }))
  const renewed = await listened([refused, () => answer(['data: a\n\n'])], { renews: true })
  expect(renewed.heard).toEqual(['a'])
  const end = await listened([refused, () => answer(['data: a\n\n'])], { renews: false })
  expect(end.states).toEqual(['connecting', 'ended'])
})

test('signing out elsewhere ends the stream', async () => {
  const { states } = await listened([() => answer(['event: end\ndata: {"reason":"signed_out"}\n\n'])], {
    renews: false,
  })
  expect(states).toEqual(['connecting', 'open', 'ended'])
})

test('pauses grow from about a second to half a minute, and differ from page to page', () => {
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

/** Listens until the answers are used up. */
async function listened(answers: readonly (() => Promise<Response>)[], { renews = true } = {}) {
  const stop = new AbortController()
  const recorded = {
    asked: [] as string[],
    heard: [] as string[],
    states: [] as string[],
    pauses: [] as number[],
  }
  await listenToStream(
    {
      send: (lastId) => {
        recorded.asked.push(lastId)
        return answers[recorded.asked.length - 1]?.() ?? Promise.reject(new Error('asked too often'))
      },
      pause: (ms) => {
        recorded.pauses.push(ms)
        if (recorded.asked.length >= answers.length) stop.abort()
        return Promise.resolve()
      },
      renew: () => Promise.resolve(renews),
      onEvent: ({ data }: StreamEvent) => recorded.heard.push(data),
      onAlive: () => undefined,
      onState: (state) => recorded.states.push(state),
    },
    stop.signal,
  )
  return recorded
}
