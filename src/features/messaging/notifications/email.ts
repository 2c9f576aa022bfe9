import { fileURLToPath } from 'node:url'
import { randomUUID } from 'node:crypto'
import type { ShopLogo } from '#core/company/company.ts'
import type { EmailKind } from '#core/emails/texts/email-texts.ts'
import { lazyModule } from '#platform/lazy-module.ts'
import type * as EmailHtml from './email-html.ts'
import { type EmailProduct, renderPlainProducts } from './plain-products.ts'

/** React and the templates are loaded with the first email. */
const emailHtmlModule = lazyModule<typeof EmailHtml>(fileURLToPath(new URL('email-html.ts', import.meta.url)))

/**
 * The placeholder of the shop's name in rendered emails, replaced in the outbox; it is random, so texts cannot contain
 * it.
 */
const SHOP_NAME_MARK = `%SHOP_NAME_${randomUUID()}%`

/** The largest logo in an email, in pixels. */
const LOGO_SIZE = { width: 200, height: 48 } as const

/** Returns an email's HTML with the shop's logo at its head, or its name without a logo. */
export function insertShopName(html: string, shopName: string, logo?: ShopLogo): string {
  const name = escapeHtml(shopName)
  const head = logo ? renderLogo(logo, name) : name
  return html.replaceAll(SHOP_NAME_MARK, () => head)
}

/** Renders the logo with a path of the shop; the sending job adds the origin. */
function renderLogo({ src, width, height }: ShopLogo, name: string): string {
  const scale = Math.min(1, LOGO_SIZE.width / width, LOGO_SIZE.height / height)
  const [shownWidth, shownHeight] = [Math.round(width * scale), Math.round(height * scale)]
  return `<img src="${src}" alt="${name}" width="${shownWidth}" height="${shownHeight}" style="display:block;border:0">`
}

/** Returns the HTML of an email with absolute URLs of the shop's own pictures. */
export function completePictureAddresses(html: string, publicUrl: string): string {
  return html.replaceAll('<img src="/', () => `<img src="${publicUrl}/`)
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** Rows of a table in an email, with a left and a right column; `strong` for totals. */
export type EmailTable = readonly Readonly<{
  left: string
  note?: string
  right: string
  strong?: boolean
}>[]

/** The content of an email as plain texts; the layout renders it. */
export type EmailContent = Readonly<{
  subject: string
  preview: string
  heading: string
  paragraphs: readonly string[]
  tables: readonly Readonly<{ title: string; rows: EmailTable }>[]
  /** Products shown with their pictures. */
  products?: readonly EmailProduct[]
  /** A quoted text with its line breaks, set apart from the shop's own. */
  quote?: string
  /** A code that the reader types elsewhere, shown large. */
  code?: string
  action?: Readonly<{ label: string; url: string }>
  closing: readonly string[]
  /** The address of the unsubscribe link at the end of the email. */
  unsubscribeUrl?: string
  /** Which email it is, and how an operator's own text replaces the standard one. */
  wording: EmailKind
}>

/** Renders the email as HTML and plain text in the marketplace's design. */
export function renderEmail(content: EmailContent): { subject: string; html: string; text: string } {
  return {
    subject: content.subject,
    html: emailHtmlModule().renderEmailHtml(content, SHOP_NAME_MARK),
    text: renderPlainText(content),
  }
}

/**
 * Renders the content as plain text. It starts from the content, because parsing the HTML takes a hundred times as
 * long.
 */
function renderPlainText(content: EmailContent): string {
  const { heading, paragraphs, tables, products = [], quote, code, action, closing, unsubscribeUrl } = content
  const rows = (table: EmailTable) =>
    table.map(({ left, note, right }) =>
      [note ? `${left} (${note})` : left, right].filter(Boolean).join('   '),
    )
  const paragraphsOfText = [
    [heading],
    ...paragraphs.map((line) => [line]),
    ...tables.map((table) => [`${table.title}:`, ...rows(table.rows)]),
    ...renderPlainProducts(products),
    ...(quote === undefined ? [] : [quote.split('\n').map((line) => `> ${line}`.trimEnd())]),
    ...(code === undefined ? [] : [[`  ${code}`]]),
    ...(action ? [[`${action.label}: ${action.url}`]] : []),
    [...closing],
    ...(unsubscribeUrl === undefined ? [] : [[`Unsubscribe: ${unsubscribeUrl}`]]),
  ]
  return `${paragraphsOfText.map((lines) => lines.join('\n')).join('\n\n')}\n`
}
