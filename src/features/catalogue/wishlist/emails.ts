import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { MESSAGE_TEXTS } from '#core/emails/texts/message-texts.ts'
import type { EmailContent, EmailProduct } from '#features/messaging/notifications/service.ts'
import { smallPicturePath } from '#core/media-path.ts'
import { formatCents } from '#core/money.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import type { ProductAlert, AlertRecipient } from './alert-queries.ts'

/** The most products that one email lists. */
const MAX_PRODUCTS = 12

/** The longest product name in a subject, which email programs truncate. */
const MAX_SUBJECT_NAME_LENGTH = 60

/** Returns the email about wishlist products with a lower price or new stock; `publicUrl` is the shop's address. */
export function wishlistAlertEmail(
  { token }: Pick<AlertRecipient, 'token'>,
  alerts: readonly ProductAlert[],
  publicUrl: string,
): EmailContent {
  const moreCount = alerts.length - MAX_PRODUCTS
  return {
    ...writeEmail('wishlist_updates', { updates: describeUpdates(alerts) }),
    preview: alerts.map(({ name }) => name).join(', '),
    tables: [],
    products: alerts.slice(0, MAX_PRODUCTS).map((product) => toEmailProduct(product, publicUrl)),
    action: {
      label: moreCount > 0 ? `See ${moreCount} more on your wishlist` : 'Open your wishlist',
      url: `${publicUrl}/dashboard/wishlist`,
    },
    closing: MESSAGE_TEXTS.wishlist_updates.closing,
    unsubscribeUrl: `${publicUrl}/wishlist/unsubscribe?token=${token}`,
  }
}

function describeUpdates(alerts: readonly ProductAlert[]): string {
  const [only, ...others] = alerts
  if (!only || others.length > 0) return `${alerts.length} products on your wishlist have updates`
  const name = truncateName(toSingleLine(only.name))
  if (only.before === null) return `${name} is back in stock`
  return only.isBack ? `${name} is back in stock at a lower price` : `Price drop: ${name}`
}

function truncateName(name: string): string {
  return name.length <= MAX_SUBJECT_NAME_LENGTH
    ? name
    : `${name.slice(0, MAX_SUBJECT_NAME_LENGTH - 1).trimEnd()}…`
}

function toEmailProduct(
  { productId, name, image, price, before, isBack }: ProductAlert,
  publicUrl: string,
): EmailProduct {
  const notes = [
    ...(before === null ? [] : [`Price drop: was ${formatCents(before)}`]),
    ...(isBack ? ['Back in stock'] : []),
  ]
  return {
    name,
    price: formatCents(price),
    note: notes.join(' · '),
    url: `${publicUrl}/product/${productId}`,
    ...(image?.key ? { imageUrl: publicUrl + smallPicturePath(image.key) } : {}),
  }
}
