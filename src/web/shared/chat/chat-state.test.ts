import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createConversationData, createMessageData } from '#tests/data/chat-data.ts'
import {
  chatReducer,
  EMPTY_CHAT,
  messagePreview,
  type ChatEvent,
  type ChatState,
  mergeMessages,
} from './chat-state.ts'
import { toChatEvent } from './stream/open-stream.ts'

const applyEvents = (events: readonly ChatEvent[], from: ChatState = EMPTY_CHAT): ChatState =>
  events.reduce(chatReducer, from)
const messageEvent = (number: number, unread = 0): ChatEvent => ({
  type: 'message',
  payload: { conversation: 'cnv_1', unread, message: createMessageData(number) },
})
const LISTED: ChatEvent = {
  type: 'listed',
  page: {
    conversations: [
      createConversationData(),
      createConversationData({ id: 'cnv_2', lastAt: '2026-03-10T12:01:00.000Z' }),
    ],
    nextCursor: null,
    unread: 0,
  },
}
const OPENED: ChatEvent = {
  type: 'thread',
  page: { id: 'cnv_1', messages: [createMessageData(1), createMessageData(2)], hasMore: false },
}

test('messages appear once and in order, however often and in whatever order they arrive', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: 1, max: 30 }))), (pages) => {
      const merged = pages.reduce<ReturnType<typeof mergeMessages>>(
        (known, numbers) =>
          mergeMessages(
            known,
            numbers.map((number) => createMessageData(number)),
          ),
        [],
      )
      const expectedNumbers = [...new Set(pages.flat())].toSorted((a, b) => a - b)
      expect(merged.map(({ number }) => number)).toEqual(expectedNumbers)
    }),
  )
})

test('a new message moves its conversation to the top with its text, time and unread count [CHAT-08]', () => {
  const state = applyEvents([LISTED, OPENED, messageEvent(3, 1), messageEvent(3, 1)])
  expect(state.conversations.map(({ id }) => id)).toEqual(['cnv_1', 'cnv_2'])
  expect(state.conversations[0]).toMatchObject({ lastMessage: 'Message 3', lastNumber: 3, unread: 1 })
  expect(state.threads['cnv_1']?.messages.map(({ number }) => number)).toEqual([1, 2, 3])
})

test('a message after a gap, or of an unknown conversation, triggers a refresh and shows no gap', () => {
  const state = applyEvents([LISTED, OPENED, messageEvent(5)])
  expect(state.threads['cnv_1']?.messages.map(({ number }) => number)).toEqual([1, 2])
  expect(state.staleness).toBe(1)
  expect(applyEvents([messageEvent(1)]).staleness).toBe(1)
})

test('replaces messages by the latest page after a long absence, and can load earlier ones', () => {
  const state = applyEvents([
    OPENED,
    {
      type: 'thread',
      page: { id: 'cnv_1', messages: [createMessageData(40), createMessageData(41)], hasMore: true },
    },
  ])
  expect(state.threads['cnv_1']).toMatchObject({ hasOlder: true, messages: [{ number: 40 }, { number: 41 }] })
  const appliedState = applyEvents(
    [{ type: 'older', page: { id: 'cnv_1', messages: [createMessageData(39)], hasMore: false } }],
    state,
  )
  expect(appliedState.threads['cnv_1']).toMatchObject({ hasOlder: false, messages: [{}, {}, {}] })
})

test('read positions of both sides never go back', () => {
  const read = (by: 'me' | 'other', upTo: number): ChatEvent => ({
    type: 'read',
    payload: { conversation: 'cnv_1', by, upTo, unread: 0 },
  })
  const state = applyEvents([LISTED, messageEvent(3, 1), read('me', 3), read('other', 2), read('other', 1)])
  expect(state.conversations[0]).toMatchObject({ unread: 0, readUpTo: 3, otherReadUpTo: 2 })
})

test('a reconnected stream and a reset trigger a refresh', () => {
  const stream = (state: ChatState['stream']): ChatEvent => ({ type: 'stream', state })
  expect(
    applyEvents([stream('open'), stream('open'), stream('lost'), stream('open'), { type: 'reset' }])
      .staleness,
  ).toBe(3)
})

test('maps stream events to chat events, and ignores invalid and unknown ones', () => {
  const event = (name: string, data: string) => toChatEvent({ event: name, data, id: '' }, 1_000)
  expect(event('typing', '{"conversation":"cnv_1"}')).toEqual({ type: 'typing', id: 'cnv_1', until: 6_000 })
  expect(event('unread', '{"unread":4}')).toEqual({ type: 'unread', unread: 4 })
  expect(event('reset', '{}')).toEqual({ type: 'reset' })
  for (const data of ['', '{', '7', 'null']) expect(event('message', data)).toBeUndefined()
  expect(event('weather', '{}')).toBeUndefined()
})

test('previews a message in one line', () => {
  expect(messagePreview(createMessageData(1, { content: 'Two\n lines' }))).toBe('Two lines')
  expect(messagePreview(createMessageData(1, { content: 'x'.repeat(300) }))).toHaveLength(140)
  const picture = { id: 'cpi_1', url: '/a', smallUrl: '/b', width: 1, height: 1 }
  expect(messagePreview(createMessageData(1, { content: '', pictures: [picture] }))).toBe('Picture')
})
