import type { EmailContent } from '#features/messaging/notifications/service.ts'
import { smallPicturePath } from '#core/media-path.ts'
import { formatCents } from '#core/money.ts'
import type { Issue } from './newsletter/issue-queries.ts'
import type { Message } from './queries.ts'

/** A message and the store it is about, if it is about one; `isNotified` says whether that has an address to be written to. */
export type ContactEmailInput = Readonly<{
  message: Message
  store: Readonly<{ name: string; isNotified: boolean }> | undefined
}>

/** The letter to the support: who wrote, and what. */
export function supportMessageEmail({ message, store }: ContactEmailInput): EmailContent {
  return {
    subject: `Message from ${message.name}`,
    preview: toPreview(message.message),
    heading: 'Somebody wrote to you',
    paragraphs: ['This came by the contact form. Answer this mail, and the answer goes to its sender.'],
    tables: [
      toSenderTable(message),
      ...(store
        ? [{ title: 'About', rows: [{ left: store.name, note: toStoreNote(store), right: '' }] }]
        : []),
    ],
    quote: message.message,
    closing: ['We promised a response within 24 hours.'],
  }
}

function toStoreNote({ isNotified }: { isNotified: boolean }): string {
  return isNotified ? 'has this message too' : 'has no mail address: please pass it on'
}

/** The letter to the store that a message is about. */
export function storeMessageEmail(message: Message, storeName: string): EmailContent {
  return {
    subject: `A question for ${storeName}`,
    preview: toPreview(message.message),
    heading: 'Somebody asks about your store',
    paragraphs: [
      'A visitor of the marketplace wrote to you. Answer this mail, and the answer goes to its sender. Our support has the message too.',
    ],
    tables: [toSenderTable(message)],
    quote: message.message,
    closing: ['Please use the address for your answer only.'],
  }
}

/**
 * The letter to who wrote, as far as the address was really theirs: so it holds nothing of what was typed, and is of no
 * use to who wants to have a stranger written to.
 */
export function messageReceivedEmail({ store }: Pick<ContactEmailInput, 'store'>): EmailContent {
  return {
    subject: 'We have your message',
    preview: 'Expect a response in 24 hours or less.',
    heading: 'Thank you for writing.',
    paragraphs: [
      store?.isNotified
        ? `We have your message, and so has ${store.name}: expect a response in 24 hours or less.`
        : 'We have your message: expect a response in 24 hours or less.',
      'Is there something to add? Just answer this mail.',
    ],
    tables: [],
    closing: [
      'Was it not you who wrote to us? Then somebody gave your address by mistake, and you need not do anything.',
    ],
  }
}

/** The letter that asks whether the newsletter is wanted; nothing is sent to who does not say so. */
export function newsletterInvitationEmail(links: SubscriberLinks): EmailContent {
  return {
    subject: 'Please confirm your subscription',
    preview: 'One more step, and new products come to you once a month.',
    heading: 'Would you like our newsletter?',
    paragraphs: [
      'Somebody, most likely you, asked us to send our newsletter to this address: new products, once a month.',
      'Please confirm that you want it. Without your word we send nothing.',
    ],
    tables: [],
    action: { label: 'Confirm', url: links.confirm },
    closing: ['The link is good for 7 days. If it was not you who asked, you need not do anything.'],
    unsubscribeUrl: links.unsubscribe,
  }
}

/** The letter to a new subscriber, who can leave by it at any time. */
export function newsletterWelcomeEmail(links: SubscriberLinks): EmailContent {
  return {
    subject: 'Welcome to our newsletter',
    preview: 'Your subscription is confirmed.',
    heading: 'Good to have you.',
    paragraphs: [
      'Your subscription is confirmed. Once a month we write to you about new products, and about the people who make them.',
      'Until then, there is a whole marketplace to look at.',
    ],
    tables: [],
    action: { label: 'See what is new', url: links.marketplace },
    closing: ['You get this mail because you confirmed our newsletter for this address. One click ends it:'],
    unsubscribeUrl: links.unsubscribe,
  }
}

/** The monthly letter: what came new in the issue's month, with pictures and prices. */
export function newsletterIssueEmail(
  { month, products }: Pick<Issue, 'month' | 'products'>,
  token: string,
  publicUrl: string,
): EmailContent {
  const monthName = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(new Date(month))
  const links = toSubscriberLinks(token, publicUrl)
  return {
    subject: `New products of ${monthName}`,
    preview: products.map(({ name }) => name).join(', '),
    heading: `What came new in ${monthName}`,
    paragraphs: [
      products.length === 1
        ? 'One product from the workbenches of the marketplace, and who made it.'
        : `${products.length} products from the workbenches of the marketplace, and who made them.`,
    ],
    tables: [],
    products: products.map(({ productId, name, supplier, price, imageKey }) => ({
      name,
      price: formatCents(price),
      note: `by ${supplier}`,
      url: `${publicUrl}/product/${productId}`,
      imageUrl: publicUrl + smallPicturePath(imageKey),
    })),
    action: { label: 'See what is new', url: links.marketplace },
    closing: [
      'Prices are those of the moment we wrote this. You get this mail once a month because you confirmed our newsletter for this address. One click ends it:',
    ],
    unsubscribeUrl: links.unsubscribe,
  }
}

/** Where the links of a subscriber's mails lead. */
export type SubscriberLinks = Readonly<{ confirm: string; unsubscribe: string; marketplace: string }>

/** Those links for a subscriber's token; `publicUrl` is the shop's address. */
export function toSubscriberLinks(token: string, publicUrl: string): SubscriberLinks {
  return {
    confirm: `${publicUrl}/newsletter/confirm?token=${token}`,
    unsubscribe: `${publicUrl}/newsletter/unsubscribe?token=${token}`,
    marketplace: `${publicUrl}/marketplace?sort=newest`,
  }
}

function toSenderTable({ name, email }: Message): EmailContent['tables'][number] {
  return {
    title: 'From',
    rows: [
      { left: name, right: '' },
      { left: email, right: '' },
    ],
  }
}

/** What a mail program shows beside the subject. */
function toPreview(message: string): string {
  return message.replaceAll(/\s+/g, ' ').slice(0, 100)
}
