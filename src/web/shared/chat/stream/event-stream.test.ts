import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createStreamReader, type StreamEvent } from './event-stream.ts'

const LINE_ENDING = fc.constantFrom('\n', '\r', '\r\n')
/** Generates text without line breaks. */
const LINE = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n\0\uFEFF]/g, ''))
const EVENT_ARBITRARY = fc.record({
  event: LINE,
  id: fc.option(LINE),
  data: fc.array(LINE, { minLength: 1, maxLength: 4 }),
  comment: fc.option(LINE),
  end: LINE_ENDING,
})

test('parses events completely and in order, wherever the stream is split, also within characters', () => {
  fc.assert(
    fc.property(
      fc.array(EVENT_ARBITRARY, { maxLength: 8 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
      (sent, chunkSizes) => {
        let id = ''
        const expected = sent.map(({ event, data, id: named }) => {
          id = named ?? id
          return { event: event || 'message', data: data.join('\n'), id }
        })
        expect(readInChunks(sent.map(serializeEvent).join(''), chunkSizes)).toEqual(expected)
      },
    ),
  )
})

test('returns no event before its blank line', () => {
  const { read } = createStreamReader()
  expect(read('data: one\n\ndata: tw')).toEqual([{ event: 'message', data: 'one', id: '' }])
  expect(read('o\n')).toEqual([])
  expect(read('\n')).toEqual([{ event: 'message', data: 'two', id: '' }])
})

test('treats a CRLF that is split between chunks as one line end', () => {
  const { read } = createStreamReader()
  expect([...read('data: a\r'), ...read('\n'), ...read('data: b\r\n\r'), ...read('\ndata: c\r\r')]).toEqual([
    { event: 'message', data: 'a\nb', id: '' },
    { event: 'message', data: 'c', id: '' },
  ])
})

test('ignores comments, unknown fields, events without data, a byte order mark and ids with NUL', () => {
  const { read } = createStreamReader()
  expect(
    read('\uFEFF: hello\nretry: 5\nfoo\n\nevent: quiet\n\nid: 1\ndata\n\nid: 2\0\ndata:  x\n\n'),
  ).toEqual([
    { event: 'message', data: '', id: '1' },
    { event: 'message', data: ' x', id: '1' },
  ])
})

test('drops an oversized event, and reads the next one', () => {
  const { read } = createStreamReader()
  expect(read(`data: ${'x'.repeat(1_000_001)}\n\ndata: y\n\n`)).toEqual([
    { event: 'message', data: 'y', id: '' },
  ])
})

function serializeEvent({
  event,
  data,
  id,
  comment,
  end,
}: typeof EVENT_ARBITRARY extends fc.Arbitrary<infer Sent> ? Sent : never): string {
  return [
    ...(comment === null ? [] : [`:${comment}`]),
    `event: ${event}`,
    ...(id === null ? [] : [`id: ${id}`]),
    ...data.map((line) => `data: ${line}`),
    '',
    '',
  ].join(end)
}

function readInChunks(text: string, chunkSizes: Iterable<number>): StreamEvent[] {
  const bytes = new TextEncoder().encode(text)
  const decoder = new TextDecoder()
  const { read } = createStreamReader()
  const events: StreamEvent[] = []
  let at = 0
  for (const chunkSize of chunkSizes) {
    if (at >= bytes.length) break
    events.push(...read(decoder.decode(bytes.subarray(at, at + chunkSize), { stream: true })))
    at += chunkSize
  }
  return events
}
