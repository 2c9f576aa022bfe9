import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { MESSAGE_TEXTS } from '#core/emails/texts/message-texts.ts'
import { formatUtcDay } from '#core/text/format-date.ts'
import type { EmailContent, EmailProduct } from '#features/messaging/notifications/service.ts'
import { smallPicturePath } from '#core/media-path.ts'
import { formatCents } from '#core/money.ts'
import type { AnswerRow } from './inbox/inbox-queries.ts'
import type { NewsletterProduct } from './port.ts'
import type { Issue } from './newsletter/issue-queries.ts'
import type { Message } from './queries.ts'

/** A contact message, and the store it is about, if any. `isNotified` says whether that store has an email address. */
export type ContactEmailInput = Readonly<{
  message: Message
  store: Readonly<{ name: string; isNotified: boolean }> | undefined
}>

/** Returns the email to support with the sender and the message. */
export function supportMessageEmail({ message, store }: ContactEmailInput, publicUrl: string): EmailContent {
  return {
    ...writeEmail('contact_message', { sender: message.name }),
    preview: toPreview(message.message),
    action: { label: 'Answer message', url: `${publicUrl}/dashboard/operator/messages/${message.publicId}` },
    tables: [
      toSenderTable(message),
      ...(store
        ? [{ title: 'About', rows: [{ left: store.name, note: toStoreNote(store), right: '' }] }]
        : []),
    ],
    quote: message.message,
    closing: MESSAGE_TEXTS.contact_message.closing,
  }
}

function toStoreNote({ isNotified }: { isNotified: boolean }): string {
  return isNotified ? 'Also received this message' : 'No email address: please forward this message'
}

/** Returns the email to the store that a message is about. */
export function storeMessageEmail(message: Message, storeName: string): EmailContent {
  return {
    ...writeEmail('store_question', { store: storeName }),
    preview: toPreview(message.message),
    tables: [toSenderTable(message)],
    quote: message.message,
    closing: MESSAGE_TEXTS.store_question.closing,
  }
}

/**
 * Returns the confirmation email to the sender of a contact message. It has nothing of the typed text, so it cannot be
 * abused to send text to strangers.
 */
export function messageReceivedEmail({ store }: Pick<ContactEmailInput, 'store'>): EmailContent {
  return {
    ...writeEmail(
      'message_received',
      {},
      store?.isNotified ? [`We also sent your message to ${store.name}.`] : [],
    ),
    preview: 'Expect a response in 24 hours or less.',
    tables: [],
    closing: ['If you didn\u2019t write to us, you can ignore this email.'],
  }
}

/** Returns the email with an operator's answer, which quotes the message it answers. */
export function messageAnswerEmail(answer: AnswerRow): EmailContent {
  return {
    subject: `Your message of ${formatUtcDay(answer.createdAt)}`,
    preview: toPreview(answer.text),
    heading: 'Our answer to your message',
    paragraphs: answer.text.split(/\n+/),
    tables: [],
    quote: answer.message,
    closing: ['To add something, reply to this email.'],
    wording: { name: 'message_answer' },
  }
}

/** Returns the email that asks to confirm a newsletter subscription; unconfirmed addresses get nothing else. */
export function newsletterInvitationEmail(links: SubscriberLinks): EmailContent {
  return {
    ...writeEmail('newsletter_invitation', {}),
    preview: 'One more step to get our monthly newsletter.',
    tables: [],
    action: { label: 'Confirm subscription', url: links.confirm },
    closing: ['The link expires in 7 days. If you didn\u2019t request it, you can ignore this email.'],
    unsubscribeUrl: links.unsubscribe,
  }
}

/** Returns the email to a new subscriber, with a link to unsubscribe. */
export function newsletterWelcomeEmail(links: SubscriberLinks): EmailContent {
  return {
    ...writeEmail('newsletter_welcome', {}),
    preview: 'Your subscription is confirmed.',
    tables: [],
    action: { label: 'Shop new products', url: links.marketplace },
    closing: ['You receive this email because you subscribed to our newsletter. Unsubscribe with one click:'],
    unsubscribeUrl: links.unsubscribe,
  }
}

/** Returns the monthly newsletter: the issue's new products, with pictures and prices. */
export function newsletterIssueEmail(
  { month, products }: Pick<Issue, 'month' | 'products'>,
  token: string,
  publicUrl: string,
): EmailContent {
  const monthName = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(new Date(month))
  const links = toSubscriberLinks(token, publicUrl)
  return {
    ...writeEmail('newsletter_issue', {
      month: monthName,
      products:
        products.length === 1
          ? 'One new product, with its supplier.'
          : `${products.length} new products, with their suppliers.`,
    }),
    preview: products.map(({ name }) => name).join(', '),
    tables: [],
    products: products.map((product) => toEmailProduct(product, publicUrl)),
    action: { label: 'Shop new products', url: links.marketplace },
    closing: MESSAGE_TEXTS.newsletter_issue.closing,
    unsubscribeUrl: links.unsubscribe,
  }
}

/** Returns a product as newsletters show it. */
export function toEmailProduct(
  { productId, name, supplier, price, imageKey }: NewsletterProduct,
  publicUrl: string,
): EmailProduct {
  return {
    name,
    price: formatCents(price),
    note: `by ${supplier}`,
    url: `${publicUrl}/product/${productId}`,
    imageUrl: publicUrl + smallPicturePath(imageKey),
  }
}

/** Where the links of a subscriber's emails lead. */
export type SubscriberLinks = Readonly<{ confirm: string; unsubscribe: string; marketplace: string }>

/** Returns the links of a subscriber's token; `publicUrl` is the shop's address. */
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

/** Returns the preview text that email programs show beside the subject. */
function toPreview(message: string): string {
  return message.replaceAll(/\s+/g, ' ').slice(0, 100)
}
