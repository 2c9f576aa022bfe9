import { expect, test } from 'vitest'
import type { StreamEvent } from './event-stream.ts'
import { keepListening, pauseMs } from './live-stream.ts'

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
  const over = await listened([refused, () => answer(['data: a\n\n'])], { renews: false })
  expect(over.states).toEqual(['connecting', 'ended'])
})

test('signing out elsewhere ends the stream', async () => {
  const { states } = await listened([() => answer(['event: end\ndata: {"reason":"signed_out"}\n\n'])], {
    renews: false,
  })
  expect(states).toEqual(['connecting', 'open', 'ended'])
})

test('pauses grow from about a second to half a minute, and differ from page to page', () => {
  expect([1, 2, 3, 6, 99].map((failures) => pauseMs(failures, 1))).toEqual([
    1_000, 2_000, 4_000, 30_000, 30_000,
  ])
  expect(pauseMs(1, 0)).toBe(500)
})

function answer(pieces: readonly string[]): Promise<Response> {
  const encoder = new TextEncoder()
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece))
      controller.close()
    },
  })
  return Promise.resolve(new Response(body))
}

/** Listens until the answers are used up. */
async function listened(answers: readonly (() => Promise<Response>)[], { renews = true } = {}) {
  const stop = new AbortController()
  const seen = {
    asked: [] as string[],
    heard: [] as string[],
    states: [] as string[],
    pauses: [] as number[],
  }
  await keepListening(
    {
      send: (lastId) => {
        seen.asked.push(lastId)
        return answers[seen.asked.length - 1]?.() ?? Promise.reject(new Error('asked too often'))
      },
      pause: (ms) => {
        seen.pauses.push(ms)
        if (seen.asked.length >= answers.length) stop.abort()
        return Promise.resolve()
      },
      renew: () => Promise.resolve(renews),
      onEvent: ({ data }: StreamEvent) => seen.heard.push(data),
      onAlive: () => undefined,
      onState: (state) => seen.states.push(state),
    },
    stop.signal,
  )
  return seen
}
