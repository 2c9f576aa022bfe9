import type { LetterContent } from '#features/messaging/notifications/service.ts'
import { asOneLine } from '#core/typed-text.ts'
import type { StoreMail, UnreadRow } from './mail-queries.ts'
import type { MessageRow } from '../messages/message-queries.ts'
import { pictureOf } from '../messages/picture-address.ts'
import type { ReportRow } from '../conversations/report-queries.ts'
import { asLine, nameOf } from '../rules.ts'

/** So many conversations stand in one mail by name. */
const MOST_NAMED = 10

/** The letter about messages that wait: from whom, how many, and how the newest begins. */
export function unreadLetter(
  waiting: readonly UnreadRow[],
  { publicUrl, unsubscribeUrl }: Readonly<{ publicUrl: string; unsubscribeUrl: string }>,
): LetterContent {
  const count = waiting.reduce((sum, { unread }) => sum + unread, 0)
  const [first] = waiting
  const messages = count === 1 ? 'a new message' : `${count} new messages`
  const isOne = waiting.length === 1
  const from = first && isOne ? ` from ${whoIs(first)}` : ''
  return {
    subject: `You have ${messages}${from}`,
    preview: first ? `${whoIs(first)}: ${asLine(first)}` : '',
    heading: `You have ${messages}.`,
    paragraphs: ['Somebody is waiting for your answer.'],
    tables: [
      {
        title: 'Unread',
        rows: waiting.slice(0, MOST_NAMED).map((row) => ({
          left: whoIs(row),
          note: asLine(row),
          right: String(row.unread),
        })),
      },
      ...(waiting.length > MOST_NAMED
        ? [{ title: `And ${waiting.length - MOST_NAMED} more`, rows: [] }]
        : []),
    ],
    action: {
      label: 'Read and answer',
      url: first && isOne ? `${publicUrl}/chat?conversation=${first.conversation}` : `${publicUrl}/chat`,
    },
    closing: [
      'You get this mail because messages have waited for you for a while. Until you have read them, we write no more than once a day.',
    ],
    unsubscribeUrl,
  }
}

function whoIs({ store, firstName, lastName }: UnreadRow): string {
  return asOneLine(store ?? nameOf({ firstName, lastName }))
}

/** What is told a store that has no account here: its messages whole, for it answers by mail. */
export function storeLetter(
  { store, firstName, lastName, email, contactEmail }: StoreMail,
  messages: readonly MessageRow[],
  publicUrl: string,
): LetterContent {
  const name = asOneLine(nameOf({ firstName, lastName }))
  return {
    subject: asOneLine(`A message for ${store}`),
    preview: messages[0] ? lineOf(messages[0]) : '',
    heading: 'Somebody writes to your store',
    paragraphs: [
      contactEmail === null
        ? `A shopper wrote to ${store}, which has no mail address here: please pass it on.`
        : 'A shopper of the marketplace wrote to you. Answer this mail, and the answer goes to whoever wrote.',
    ],
    tables: [
      {
        title: 'From',
        rows: [
          { left: name, right: '' },
          { left: email, right: '' },
        ],
      },
      ...aboutTables(messages),
    ],
    quote: messages.map((message) => textOf(message, publicUrl)).join('\n\n'),
    closing: ['Please use the address for your answer only.'],
  }
}

function aboutTables(messages: readonly MessageRow[]): LetterContent['tables'] {
  const lines = new Set(
    messages.flatMap(({ about }) => {
      if (!about) return []
      return [about.kind === 'product' ? about.name : `Order ${about.number}`]
    }),
  )
  return lines.size === 0 ? [] : [{ title: 'About', rows: [...lines].map((left) => ({ left, right: '' })) }]
}

function textOf({ content, pictures }: MessageRow, publicUrl: string): string {
  return [content, ...pictures.map((picture) => `${publicUrl}${pictureOf(picture).url}`)]
    .filter(Boolean)
    .join('\n')
}

function lineOf({ content, isErased, pictures, about }: MessageRow): string {
  return asLine({ content, isErased, hasPictures: pictures.length > 0, about: about?.kind ?? null })
}

/** What the marketplace's people are told of a report. What was written stays in the conversation. */
export function reportLetter(report: ReportRow): LetterContent {
  const { reason, note, side, conversation, store, email } = report
  const person = `${asOneLine(nameOf(report))} (${email})`
  return {
    subject: asOneLine(`Reported conversation: ${reason}`),
    preview: 'Somebody asks you to look at a conversation.',
    heading: 'A conversation was reported',
    paragraphs: [`${side === 'person' ? person : store} reports a conversation.`],
    tables: [
      {
        title: 'Conversation',
        rows: [
          { left: 'Between', right: '', note: `${person} and ${store}` },
          { left: 'Reason', right: '', note: reason },
          { left: 'Number', right: '', note: conversation },
        ],
      },
    ],
    ...(note ? { quote: note } : {}),
    closing: ['Only reported conversations may be read by the marketplace.'],
  }
}
