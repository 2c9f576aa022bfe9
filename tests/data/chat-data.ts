import type { ChatMessageData, ConversationData } from '#features/messaging/chat/contract.ts'

/** Returns a conversation with a store, as the shop answers it. */
export function createConversationData(overrides: Partial<ConversationData> = {}): ConversationData {
  return {
    id: 'cnv_1',
    name: 'Atelier Luce',
    email: 'orders@luce.example',
    avatar: null,
    other: 'store',
    store: { id: 'sup_1', name: 'Atelier Luce' },
    lastMessage: 'Yes, 18 karat.',
    lastSender: 'other',
    lastAt: '2026-03-10T12:00:00.000Z',
    lastNumber: 2,
    unread: 0,
    readUpTo: 2,
    otherReadUpTo: 1,
    isBlockedByMe: false,
    canWrite: true,
    answersBy: 'chat',
    found: null,
    ...overrides,
  }
}

/** Returns a message of the other party with that number. */
export function createMessageData(number: number, overrides: Partial<ChatMessageData> = {}): ChatMessageData {
  return {
    id: `msg_${number}`,
    number,
    sender: 'other',
    content: `Message ${number}`,
    pictures: [],
    about: null,
    createdAt: new Date(Date.UTC(2026, 2, 10, 12, number)).toISOString(),
    clientId: null,
    isErased: false,
    isRemoved: false,
    ...overrides,
  }
}
