import type { EmailFacts, EmailText } from '#core/emails/texts/email-template.ts'
import { type EmailTextName, getEmailTemplate } from '#core/emails/texts/email-texts.ts'
import type { EmailContent } from '../email.ts'
import { wordEmail } from './own-texts.ts'
import { SAMPLE_LINES } from './sample-lines.ts'

/** Returns an email with a text and sample values, as its preview and its test show it. */
export function createSampleEmail(name: EmailTextName, text: EmailText, publicUrl: string): EmailContent {
  const { placeholders, facts, action, closing } = getEmailTemplate(name)
  const values = Object.fromEntries(Object.entries(placeholders).map(([key, { sample }]) => [key, sample]))
  return wordEmail(
    {
      subject: '',
      heading: '',
      preview: '',
      paragraphs: [],
      tables: SAMPLE_TABLES[facts],
      ...(facts === 'code' ? { code: '123456' } : {}),
      ...(facts === 'quote' ? { quote: 'The words of a message or a reason appear here.' } : {}),
      ...(facts === 'products' ? { products: sampleProducts(publicUrl) } : {}),
      ...(action === undefined ? {} : { action: { label: action, url: publicUrl } }),
      closing,
      wording: { name, values, facts: SAMPLE_LINES[name] ?? [] },
    },
    text,
  )
}

function sampleProducts(publicUrl: string): NonNullable<EmailContent['products']> {
  return [
    { name: 'Tide ring', price: '$99.00', note: 'by Kobe Pearl Works', url: publicUrl },
    { name: 'Harbour studs', price: '$30.00', note: 'by Kobe Pearl Works', url: publicUrl },
  ]
}

const SAMPLE_TABLES: Readonly<Record<EmailFacts, EmailContent['tables']>> = {
  items: [
    {
      title: 'Items (sample)',
      rows: [
        { left: '1 × Tide ring', note: 'Gold, size 52', right: '$99.00' },
        { left: '1 × Harbour studs', note: 'Silver', right: '$30.00' },
        { left: 'Total', right: '$129.00', strong: true },
      ],
    },
  ],
  amounts: [
    {
      title: 'Payout (sample)',
      rows: [
        { left: 'Sales less refunds', right: '$1,378.33' },
        { left: 'Commission', right: '-$137.83' },
        { left: 'Paid out', right: '$1,240.50', strong: true },
      ],
    },
  ],
  code: [],
  quote: [],
  products: [],
  link: [],
  none: [],
}
