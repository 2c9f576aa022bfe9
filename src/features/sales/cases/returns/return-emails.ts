import { writeEmail } from '#core/emails/texts/email-texts.ts'
import type { EmailContent } from '#features/messaging/notifications/service.ts'
import type { PostalAddress } from '#features/sales/orders/service.ts'
import type { CaseDetails } from '../read-queries.ts'
import type { CaseReturnData } from '../shapes.ts'

/** A return with its address, as its buyer sees it. */
export type ReturnEmailData = Readonly<{
  found: CaseDetails
  view: CaseReturnData
  buyerUrl: string
  /** Whether the buyer is a vendor, who signs in to see it. */
  isVendors: boolean
}>

/** Returns the email that tells a buyer how to send items back: with a label, or to an address. */
export function renderReturnEmail({ found, view, buyerUrl, isVendors }: ReturnEmailData): EmailContent {
  const { label } = view
  const written = writeEmail(
    label?.isReady ? 'return_label' : 'return_address',
    { order: found.number, supplier: found.supplier },
    describeReturn(view),
  )
  return {
    ...written,
    preview: written.heading,
    tables: [],
    action: {
      label: label?.isReady ? 'Print your label' : 'See your return',
      url: `${buyerUrl}#case-${found.publicId}`,
    },
    closing: isVendors ? [] : ['This link opens your order without a password. Don’t share it.'],
  }
}

/**
 * Returns the return instructions as paragraphs: the label or the address, the supplier’s instructions, and who pays.
 */
export function describeReturn(
  view: Pick<CaseReturnData, 'address' | 'instructions' | 'label' | 'paidBy'>,
): string[] {
  const { address, instructions, label, paidBy } = view
  if (!address) return ['The store will tell you where to send the items. You have time until then.']
  const note = instructions === '' ? [] : [instructions]
  if (label?.isReady)
    return [
      'Print the label, stick it on the parcel and hand it to the carrier.',
      label.chargedTo === 'buyer'
        ? 'If you use it, its price is deducted from your refund.'
        : 'The store pays for it.',
      ...note,
    ]
  return [
    `Send the items to: ${formatPostalAddress(address).join(', ')}.`,
    ...note,
    paidBy === 'supplier'
      ? 'The store pays for the return.'
      : 'You pay for the return. Keep the carrier’s receipt until you receive your refund.',
  ]
}

/** Returns the lines of an address as written on a parcel. */
export function formatPostalAddress(address: PostalAddress): string[] {
  const { name, street1, street2, city, state, zip, country, phone } = address
  const place = [[zip, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ')
  return [name, street1, street2 ?? '', place, country, phone].filter((line) => line !== '')
}
