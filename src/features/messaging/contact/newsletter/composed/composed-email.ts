import { type EmailText, fillEmailText } from '#core/emails/texts/email-template.ts'
import type { EmailContent } from '#features/messaging/notifications/service.ts'
import { toEmailProduct, toSubscriberLinks } from '../../emails.ts'
import type { NewsletterProduct } from '../../port.ts'

/** A newsletter with the products that it shows. */
export type ComposedNewsletter = EmailText & Readonly<{ products: readonly NewsletterProduct[] }>

/** Returns a newsletter that operators wrote as the email to a subscriber; `token` is theirs. */
export function composedNewsletterEmail(
  newsletter: ComposedNewsletter,
  token: string,
  publicUrl: string,
): EmailContent {
  const { subject, heading, paragraphs } = fillEmailText(newsletter, {})
  const links = toSubscriberLinks(token, publicUrl)
  const products = newsletter.products.map((product) => toEmailProduct(product, publicUrl))
  return {
    subject,
    heading,
    preview: paragraphs[0] ?? heading,
    paragraphs,
    tables: [],
    ...(products.length === 0 ? {} : { products }),
    action: { label: 'Shop now', url: links.marketplace },
    closing: ['You receive this email because you subscribed to our newsletter. Unsubscribe with one click:'],
    unsubscribeUrl: links.unsubscribe,
    wording: { name: 'newsletter' },
  }
}
