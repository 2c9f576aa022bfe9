import type sanitizeHtml from 'sanitize-html'
import { withoutInvisible } from '#core/typed-text.ts'
import { lateModule } from '#platform/late-module.ts'
import { LONGEST_DESCRIPTION } from '../../own-contract.ts'
import { htmlOf, textOf } from '../../authoring/product-rules.ts'
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

/** Room for the longest description with much markup around it; what is behind is not looked at. */
const MAX_LENGTH = 120_000
const SUMMARY_LENGTH = 160

/**
 * A supplier's description as it may stand in a page: text and its structure, without scripts, styles, attributes, links or
 * anything that loads something. Plain text becomes paragraphs at its empty lines. One longer than its owner could write it
 * (`LONGEST_DESCRIPTION`) ends with the last element that fits.
 */
export function sanitiseDescription(html: string): string {
  const clean = cleaned(html)
  return isLong(clean) ? shortened(clean) : clean
}

/** Whether `sanitiseDescription` leaves out the end of this description. */
export function isShortened(html: string): boolean {
  return html.length > LONGEST_DESCRIPTION && (html.length > MAX_LENGTH || isLong(cleaned(html)))
}

function cleaned(html: string): string {
  return withoutInvisible(sanitised(html))
}

function isLong(clean: string): boolean {
  return clean.length > LONGEST_DESCRIPTION && textOf(clean).length > LONGEST_DESCRIPTION
}

/** Up to the last element whose end fits; where that leaves less than half of what fits, its text up to the last word. */
function shortened(clean: string): string {
  const ends = [...clean.matchAll(ELEMENT_END)].map((end) => end.index + end[0].length)
  let [fitting, tooLong] = [0, ends.length + 1]
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1
    if (isLong(closed(clean.slice(0, ends[middle - 1])))) tooLong = middle
    else fitting = middle
  }
  const kept = closed(clean.slice(0, ends[fitting - 1] ?? 0))
  if (textOf(kept).length >= LONGEST_DESCRIPTION / 2) return kept
  const start = cut(textOf(clean), LONGEST_DESCRIPTION)
  const lastWord = start.search(/\s\S*$/)
  return htmlOf(lastWord > LONGEST_DESCRIPTION / 2 ? start.slice(0, lastWord) : start)
}

const ELEMENT_END = /<\/(?:p|li|ul|ol|dl|dd|table|tr|blockquote|h3|h4)>|<br \/>/g

/** Sanitised HTML that ends anywhere between two elements, with those that are still open closed. */
function closed(html: string): string {
  const open: string[] = []
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z0-9]+)>/g)) {
    if (slash) open.pop()
    else open.push(name)
  }
  return (
    html +
    open
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')
  )
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
