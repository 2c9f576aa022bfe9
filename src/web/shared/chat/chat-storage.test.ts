import { expect, test } from 'vitest'
import { saveChatDraft, saveOutbox, readChatDrafts, readOutbox } from './chat-storage.ts'
import type { ChatOutbox } from './chat-storage.ts'

const UNSENT: ChatOutbox = [
  {
    clientId: 'client-1',
    conversationId: 'cnv_1',
    content: { text: 'Hello', pictures: [], about: null },
    writtenAt: 7,
    state: 'lost',
  },
]

test('stores unsent messages for their writer only, until they are sent', () => {
  const storage = aStorage()
  saveOutbox(storage, 'usr_1', UNSENT)
  expect(readOutbox(storage, 'usr_1')).toEqual(UNSENT)
  expect(readOutbox(storage, 'usr_2')).toEqual([])
  saveOutbox(storage, 'usr_1', [])
  expect(storage.entries.size).toBe(0)
})

test('stores a draft for each conversation', () => {
  const storage = aStorage()
  saveChatDraft(storage, 'usr_1', { conversationId: 'cnv_1', text: 'Half' })
  saveChatDraft(storage, 'usr_1', { conversationId: 'cnv_2', text: 'Other' })
  saveChatDraft(storage, 'usr_1', { conversationId: 'cnv_1', text: '' })
  expect(readChatDrafts(storage, 'usr_1')).toEqual({ cnv_2: 'Other' })
})

test('ignores invalid or forbidden storage', () => {
  for (const stored of ['{', '7', '[null,{"clientId":7},{"clientId":"a"}]', '"x"']) {
    const storage = aStorage({ 'chatOutbox:usr_1': stored })
    expect(readOutbox(storage, 'usr_1')).toEqual([])
  }
  expect(readChatDrafts(aStorage({ 'chatDrafts:usr_1': '{"a":7,"b":"text"}' }), 'usr_1')).toEqual({
    b: 'text',
  })
  expect(readOutbox(undefined, 'usr_1')).toEqual([])
  expect(() => saveOutbox(undefined, 'usr_1', UNSENT)).not.toThrow()
})

function aStorage(initial: Record<string, string> = {}) {
  const entries = new Map(Object.entries(initial))
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
}
