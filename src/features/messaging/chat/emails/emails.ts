import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { MESSAGE_TEXTS } from '#core/emails/texts/message-texts.ts'
import type { EmailContent } from '#features/messaging/notifications/service.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import type { StoreEmailRow, UnreadRow } from './email-queries.ts'
import type { MessageRow } from '../messages/message-queries.ts'
import type { ReportRow } from '../conversations/report-queries.ts'
import type { RemovedMessage } from '../moderation/moderation-queries.ts'
import { toPreviewLine, formatName, toChatPictureView } from '../rules.ts'

/** The most conversations listed in one email. */
const MAX_NAMED = 10

/** Returns the email about unread messages: their senders, how many there are, and the beginning of the newest. */
export function unreadMessagesEmail(
  unreadRows: readonly UnreadRow[],
  { publicUrl, unsubscribeUrl }: Readonly<{ publicUrl: string; unsubscribeUrl: string }>,
): EmailContent {
  const count = unreadRows.reduce((sum, { unread }) => sum + unread, 0)
  const [first] = unreadRows
  const messages = count === 1 ? 'a new message' : `${count} new messages`
  const isOne = unreadRows.length === 1
  const written =
    first && isOne
      ? writeEmail('unread_messages_from', { messages, sender: getSenderName(first) })
      : writeEmail('unread_messages', { messages })
  return {
    ...written,
    preview: first ? `${getSenderName(first)}: ${toPreviewLine(first)}` : '',
    tables: [
      {
        title: 'Unread',
        rows: unreadRows.slice(0, MAX_NAMED).map((row) => ({
          left: getSenderName(row),
          note: toPreviewLine(row),
          right: String(row.unread),
        })),
      },
      ...(unreadRows.length > MAX_NAMED
        ? [{ title: `And ${unreadRows.length - MAX_NAMED} more`, rows: [] }]
        : []),
    ],
    action: {
      label: 'Read and reply',
      url: `${publicUrl}${first && isOne ? `${getPage(first)}?conversation=${first.conversation}` : getListPage(unreadRows)}`,
    },
    closing: MESSAGE_TEXTS.unread_messages.closing,
    unsubscribeUrl,
  }
}

/** The page where shoppers, stores and vendors read their conversations. */
const CHAT_PAGE = '/chat'
const STORE_PAGE = '/dashboard/supplier/messages'
const VENDOR_PAGE = '/dashboard/vendor/messages'

/** Returns the page of a conversation for its reader; a store reads on a page of its own, vendors in their console. */
function getPage({ store, isVendor }: UnreadRow): string {
  if (store === null) return STORE_PAGE
  return isVendor ? VENDOR_PAGE : CHAT_PAGE
}

/** Returns the page that lists all these conversations: the shop's where they are on several pages. */
function getListPage(rows: readonly UnreadRow[]): string {
  const [page = CHAT_PAGE, ...others] = new Set(rows.map(getPage))
  return others.length === 0 ? page : CHAT_PAGE
}

function getSenderName({ store, firstName, lastName }: UnreadRow): string {
  return toSingleLine(store ?? formatName({ firstName, lastName }))
}

/** Returns the email to a store without an account, with whole messages, as the store answers by email. */
export function storeMessagesEmail(
  { store, firstName, lastName, email, contactEmail }: StoreEmailRow,
  messages: readonly MessageRow[],
  publicUrl: string,
): EmailContent {
  const name = toSingleLine(formatName({ firstName, lastName }))
  return {
    ...writeEmail(contactEmail === null ? 'chat_message_forward' : 'chat_message', {
      store: toSingleLine(store),
    }),
    preview: messages[0] ? toLine(messages[0]) : '',
    tables: [
      {
        title: 'From',
        rows: [
          { left: name, right: '' },
          { left: email, right: '' },
        ],
      },
      ...toAboutTables(messages),
    ],
    quote: messages.map((message) => toEmailText(message, publicUrl)).join('\n\n'),
    closing: MESSAGE_TEXTS.chat_message.closing,
  }
}

function toAboutTables(messages: readonly MessageRow[]): EmailContent['tables'] {
  const lines = new Set(
    messages.flatMap(({ about }) => {
      if (!about) return []
      return [about.kind === 'product' ? about.name : `Order ${about.number}`]
    }),
  )
  return lines.size === 0 ? [] : [{ title: 'About', rows: [...lines].map((left) => ({ left, right: '' })) }]
}

function toEmailText({ content, pictures }: MessageRow, publicUrl: string): string {
  return [content, ...pictures.map((picture) => `${publicUrl}${toChatPictureView(picture).url}`)]
    .filter(Boolean)
    .join('\n')
}

function toLine({ content, isErased, pictures, about }: MessageRow): string {
  return toPreviewLine({ content, isErased, hasPictures: pictures.length > 0, about: about?.kind ?? null })
}

/** Returns the email to operators about a report. The messages stay in the conversation. */
export function reportEmail(report: ReportRow, publicUrl: string): EmailContent {
  const { id, reason, note, side, conversation, store, email } = report
  const customer = `${toSingleLine(formatName(report))} (${email})`
  return {
    ...writeEmail('conversation_reported', {
      reason: toSingleLine(reason),
      reporter: side === 'customer' ? customer : toSingleLine(store),
    }),
    preview: 'Review the reported conversation.',
    tables: [
      {
        title: 'Conversation',
        rows: [
          { left: 'Between', right: '', note: `${customer} and ${store}` },
          { left: 'Reason', right: '', note: reason },
          { left: 'Number', right: '', note: conversation },
        ],
      },
    ],
    ...(note ? { quote: note } : {}),
    action: { label: 'Read the conversation', url: `${publicUrl}/dashboard/operator/chat-reports/${id}` },
    closing: MESSAGE_TEXTS.conversation_reported.closing,
  }
}

/** Returns the email to the sender of a message that an operator removed. */
export function removalEmail({ reason, text, other }: RemovedMessage): EmailContent {
  return {
    ...writeEmail('chat_message_removed', { recipient: toSingleLine(other) }, [
      `Reason: ${toSingleLine(reason)}`,
    ]),
    preview: toSingleLine(reason),
    tables: [],
    ...(text ? { quote: text } : {}),
    closing: MESSAGE_TEXTS.chat_message_removed.closing,
  }
}
