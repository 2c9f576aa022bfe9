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
  const from = first && isOne ? ` from ${getSenderName(first)}` : ''
  return {
    subject: `You have ${messages}${from}`,
    preview: first ? `${getSenderName(first)}: ${toPreviewLine(first)}` : '',
    heading: `You have ${messages}.`,
    paragraphs: ['Reply to keep the conversation going.'],
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
    closing: [
      'You receive this email because you have unread messages. We send at most one a day until you have read them.',
    ],
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
    subject: toSingleLine(`A message for ${store}`),
    preview: messages[0] ? toLine(messages[0]) : '',
    heading: 'New message for your store',
    paragraphs: [
      contactEmail === null
        ? `A shopper sent a message to ${store}, which has no email address. Please forward it.`
        : 'A shopper sent you a message. Reply to this email to answer them.',
    ],
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
    closing: ['Use this address only to reply.'],
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
    subject: toSingleLine(`Reported conversation: ${reason}`),
    preview: 'Review the reported conversation.',
    heading: 'A conversation was reported',
    paragraphs: [`${side === 'customer' ? customer : store} reported a conversation.`],
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
    closing: ['You may read only conversations that were reported.'],
  }
}

/** Returns the email to the sender of a message that an operator removed. */
export function removalEmail({ reason, text, other }: RemovedMessage): EmailContent {
  return {
    subject: 'One of your messages was removed',
    preview: toSingleLine(reason),
    heading: 'One of your messages was removed',
    paragraphs: [
      `We removed a message that you sent to ${toSingleLine(other)} because it breaks our rules. It’s no longer visible.`,
      `Reason: ${toSingleLine(reason)}`,
    ],
    tables: [],
    ...(text ? { quote: text } : {}),
    closing: ['If you think this is a mistake, reply to this email.'],
  }
}
