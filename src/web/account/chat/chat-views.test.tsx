import { createRef } from 'react'
import { expect, test } from 'vitest'
import { createConversationData, createMessageData } from '#tests/data/chat-data.ts'
import { renderHtml, findTags, toText } from '#tests/data/rendered.tsx'
import { ChatPage, chatPage } from './chat-page.tsx'
import { Composer } from '#web/shared/chat/messages/composer.tsx'
import { ConversationPane } from '#web/shared/chat/conversations/conversation-pane.tsx'
import { EmptyChat } from '#web/shared/chat/conversations/empty-views.tsx'
import { MessageBubble } from '#web/shared/chat/messages/message-bubble.tsx'
import { SampleChat } from './sample-chat.tsx'
import { toVisibleMessages } from '#web/shared/chat/messages/visible-messages.ts'
import { ThreadHeader } from '#web/shared/chat/conversations/thread-header.tsx'
import { explainNewMessages } from '#web/shared/chat/messages/use-message-announcement.ts'

const nothing = (): void => undefined
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000 - 1_000).toISOString()

test("the list is titled 'Messages', with a search and its sort order [CHAT-01]", () => {
  const html = pane()
  expect(html).toMatch(/<h2[^>]*>Messages<\/h2>/)
  expect(findTags(html, 'input')[0]).toMatch(/placeholder="Search messages"/)
  expect(toText(html)).toMatch(/^Messages Newest /)
})

test('a row has the avatar, name, last message and its age [CHAT-02, ENT-16]', () => {
  const html = pane()
  expect(toText(html)).toContain('AL Atelier Luce 5m ago Yes, 18 karat. 2 unread')
  expect(toText(html)).toContain('Hockley Bench 3h ago You: Thank you.')
  expect(html).toContain('<img src="/media/avatar.webp"')
  expect(html).toMatch(/<button[^>]*aria-current="true"[^>]*>.*?Atelier Luce/s)
})

test('marks search matches in names and messages, and escapes HTML [CHAT-08, CHAT-11]', () => {
  const html = pane('luc')
  expect(html).toMatch(/Atelier .*<mark[^>]*>Luc<\/mark>.*e/)
  const evil = bubble({ content: '<img src=x onerror=alert(1)> javascript:alert(1)' })
  expect(evil).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(evil).not.toContain('<img')
  expect(evil).not.toContain('<a ')
})

test('the conversation header shows name and email [CHAT-03]', () => {
  const html = renderHtml(
    <ThreadHeader
      conversation={createConversationData()}
      heading={createRef()}
      unreadElsewhere={0}
      onList={undefined}
      onChanged={nothing}
    />,
  )
  expect(html).toMatch(/<h2[^>]*>.*Atelier Luce.*<\/h2><p[^>]*>orders@luce\.example<\/p>/)
})

test('own messages are on the left, and the other party’s on the right [CHAT-04]', () => {
  expect(bubble({ sender: 'me' })).toMatch(/^<div class="[^"]*items-start/)
  expect(bubble({ sender: 'other' })).toMatch(/^<div class="[^"]*items-end/)
  expect(toText(bubble({ sender: 'me' }))).toMatch(/^You /)
  expect(toText(bubble({ sender: 'other' }))).toMatch(/^Atelier Luce /)
})

test("the composer has 'Type a message' and 'Send' [CHAT-05]", () => {
  const html = renderHtml(
    <Composer
      box={createRef()}
      text=""
      about={null}
      pictures={{ chosen: [], problem: undefined, add: nothing, remove: nothing, sent: nothing }}
      onText={nothing}
      onDropAbout={nothing}
      onSend={nothing}
      onLeave={nothing}
    />,
  )
  expect(findTags(html, 'textarea')[0]).toContain('placeholder="Type a message"')
  expect(html).toMatch(/<button type="submit"[^>]*>Send<\/button>/)
})

test('a visitor sees an inert example, and a sign-in link that returns to the chat [CHAT-07]', () => {
  const html = renderHtml(<SampleChat search={{}} />)
  expect(toText(html)).toContain('This is an example. Sign in to talk to suppliers and buyers.')
  expect(toText(html)).toMatch(/Messages Newest .*5m ago/)
  expect(html).toContain('href="/login?next=/chat"')
  expect(html.match(/ inert=""/g)).toHaveLength(2)
  for (const tag of [...findTags(html, 'input'), ...findTags(html, 'button')])
    expect(tag).toContain('disabled')
  expect(renderHtml(<SampleChat search={{ product: 'prd_1' }} />)).toContain(
    '/login?next=%2Fchat%3Fproduct%3Dprd_1',
  )
})

test('the server renders the same chat page for everyone, and it is not indexed [ROUTE-25, ROUTE-33]', () => {
  const html = renderHtml(<ChatPage data={undefined} params={{}} search={{}} />)
  expect(html).toContain('aria-label="Loading conversations"')
  expect(html).toContain('Chat needs JavaScript.')
  expect(chatPage.head(undefined, { params: {}, search: {} })).toMatchObject({
    title: 'Messages',
    isPrivate: true,
  })
})

test('shows unsent messages after the sent ones, and each only once after it arrives', () => {
  const outgoing = (clientId: string) => ({
    clientId,
    conversationId: 'cnv_1',
    content: { text: clientId, pictures: [], about: null },
    writtenAt: Date.UTC(2026, 2, 11, 12),
    state: 'sending' as const,
  })
  const visible = toVisibleMessages(
    [createMessageData(1), createMessageData(2, { sender: 'me', clientId: 'arrived' })],
    [outgoing('arrived'), outgoing('waiting')],
    new Date(Date.UTC(2026, 2, 11, 13)),
  )
  expect(visible.map(({ key }) => key)).toEqual(['msg_1', 'arrived', 'waiting'])
  expect(visible.map(({ day }) => day !== undefined)).toEqual([true, false, true])
})

test('announces one new message by its text, and several by their number', () => {
  expect(explainNewMessages('Mei', [createMessageData(1)])).toBe('Mei: Message 1')
  expect(explainNewMessages('Mei', [createMessageData(1), createMessageData(2)])).toBe(
    '2 new messages from Mei',
  )
  expect(
    explainNewMessages('Mei', [createMessageData(1, { content: 'x'.repeat(5_000) })]).length,
  ).toBeLessThan(220)
})

function pane(wanted = ''): string {
  return renderHtml(
    <ConversationPane
      rows={[
        createConversationData({ lastAt: ago(5), unread: 2 }),
        createConversationData({
          id: 'cnv_2',
          name: 'Hockley Bench',
          lastMessage: 'Thank you.',
          lastSender: 'me',
          lastAt: ago(180),
          avatar: '/media/avatar.webp',
        }),
      ]}
      shownId="cnv_1"
      typingIds={[]}
      search={wanted}
      wanted={wanted}
      onSearch={nothing}
      onChoose={nothing}
    />,
  )
}

function bubble(given: Partial<ReturnType<typeof createMessageData>>): string {
  return renderHtml(
    <MessageBubble message={createMessageData(1, given)} otherName="Atelier Luce" wanted="" />,
  )
}

test('without conversations, the page explains to buyers and suppliers how they start', () => {
  const emptyText = (isSupplier: boolean) =>
    toText(renderHtml(<EmptyChat problem={undefined} isSupplier={isSupplier} />))
  expect(emptyText(false)).toContain('Open a product or store and choose “Chat”')
  expect(emptyText(true)).toContain('Questions from buyers about your products and orders arrive here')
})
