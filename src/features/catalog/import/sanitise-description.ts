import type sanitizeHtml from 'sanitize-html'
import { withoutInvisible } from '#ground/typed-text.ts'
import { lateModule } from '#platform/late-module.ts'
import { cut } from './cells.ts'

const sanitizer = lateModule<typeof sanitizeHtml>('sanitize-html')

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: 'p br ul ol li strong em u sub sup blockquote h3 h4 dl dt dd table thead tbody tr th td'.split(
    ' ',
  ),
  allowedAttributes: {},
  transformTags: { b: 'strong', i: 'em', h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4', div: 'p' },
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'iframe',
    'object',
    'template',
    'svg',
    'math',
    'title',
  ],
  disallowedTagsMode: 'discard',
}

const MAX_LENGTH = 50_000
const SUMMARY_LENGTH = 160

/**
 * A supplier's description as it may stand in a page: text and its structure, without scripts, styles, attributes, links or
 * anything that loads something. Plain text becomes paragraphs at its empty lines.
 */
export function sanitiseDescription(html: string): string {
  return withoutInvisible(sanitised(html))
}

function sanitised(html: string): string {
  const given = cut(html, MAX_LENGTH).trim()
  if (given === '') return ''
  if (!/<[a-z!/]/i.test(given)) return paragraphs(given)
  const clean = sanitizer()(given, OPTIONS)
    .replace(/<p>(\s|&nbsp;|\u00a0|<br \/>)*<\/p>/g, '')
    .trim()
  return /^<(p|ul|ol|h\d|table|dl|blockquote)>/.test(clean) ? clean : leadingParagraph(clean)
}

/** Text before the first block gets a paragraph of its own. */
function leadingParagraph(html: string): string {
  const block = html.search(/<(p|ul|ol|h\d|table|dl|blockquote)>/)
  const text = (block === -1 ? html : html.slice(0, block)).trim()
  const rest = block === -1 ? '' : html.slice(block)
  return text === '' ? rest : `<p>${text}</p>${rest}`
}

function paragraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((part) => `<p>${sanitizer()(part.trim(), OPTIONS).replaceAll('\n', '<br />')}</p>`)
    .join('\n')
}

/** The beginning of a sanitised description as plain text, at most 160 letters, cut between words. */
export function summarise(html: string): string {
  const text = cut(html, 2_000)
    .replace(/<[^>]*>?/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
  if (text.length <= SUMMARY_LENGTH) return text
  const start = cut(text, SUMMARY_LENGTH - 1)
  return `${cut(start, Math.max(start.lastIndexOf(' '), SUMMARY_LENGTH / 2)).replace(/[\s,;:.–-]+$/, '')}…`
}
