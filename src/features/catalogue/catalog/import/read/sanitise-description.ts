import type sanitizeHtml from 'sanitize-html'
import { removeInvisible } from '#core/text/normalize-text.ts'
import { lazyModule } from '#platform/lazy-module.ts'
import { MAX_DESCRIPTION_LENGTH } from '../../management/authoring/own-contract.ts'
import { textToHtml, htmlToText } from '../../management/authoring/product-rules.ts'
import { truncate } from './cells.ts'

const sanitizer = lazyModule<typeof sanitizeHtml>('sanitize-html')

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

/** The most characters of a description with its markup; the rest is ignored. */
const MAX_LENGTH = 120_000
const SUMMARY_LENGTH = 160

/**
 * Returns a supplier's description as safe HTML: text and structure only. Scripts, styles, attributes, links and
 * everything that loads a resource are removed. Plain text becomes paragraphs at its empty lines. A text longer than
 * the editor allows (`MAX_DESCRIPTION_LENGTH`) ends with the last element that fits.
 */
export function sanitiseDescription(html: string): string {
  const clean = cleanDescription(html)
  return isTooLong(clean) ? shortenDescription(clean) : clean
}

/** Returns whether `sanitiseDescription` leaves out the end of this description. */
export function isShortened(html: string): boolean {
  return (
    html.length > MAX_DESCRIPTION_LENGTH && (html.length > MAX_LENGTH || isTooLong(cleanDescription(html)))
  )
}

function cleanDescription(html: string): string {
  return removeInvisible(sanitizeMarkup(html))
}

function isTooLong(clean: string): boolean {
  return clean.length > MAX_DESCRIPTION_LENGTH && htmlToText(clean).length > MAX_DESCRIPTION_LENGTH
}

/**
 * Returns the description up to the last element that fits. If that leaves less than half of the limit, returns its
 * text up to the last word that fits.
 */
function shortenDescription(clean: string): string {
  const ends = [...clean.matchAll(ELEMENT_END)].map((end) => end.index + end[0].length)
  let [fittingCount, tooLongCount] = [0, ends.length + 1]
  while (tooLongCount - fittingCount > 1) {
    const middle = (fittingCount + tooLongCount) >> 1
    if (isTooLong(closeElements(clean.slice(0, ends[middle - 1])))) tooLongCount = middle
    else fittingCount = middle
  }
  const shortenedHtml = closeElements(clean.slice(0, ends[fittingCount - 1] ?? 0))
  if (htmlToText(shortenedHtml).length >= MAX_DESCRIPTION_LENGTH / 2) return shortenedHtml
  const start = truncate(htmlToText(clean), MAX_DESCRIPTION_LENGTH)
  const lastWord = start.search(/\s\S*$/)
  return textToHtml(lastWord > MAX_DESCRIPTION_LENGTH / 2 ? start.slice(0, lastWord) : start)
}

const ELEMENT_END = /<\/(?:p|li|ul|ol|dl|dd|table|tr|blockquote|h3|h4)>|<br \/>/g

/** Closes the open elements of sanitised HTML that was cut between two elements. */
function closeElements(html: string): string {
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

function sanitizeMarkup(html: string): string {
  const input = truncate(html, MAX_LENGTH).trim()
  if (input === '') return ''
  if (!/<[a-z!/]/i.test(input)) return textToParagraphs(input)
  const clean = sanitizer()(input, OPTIONS)
    .replace(/<p>(\s|&nbsp;|\u00a0|<br \/>)*<\/p>/g, '')
    .trim()
  return /^<(p|ul|ol|h\d|table|dl|blockquote)>/.test(clean) ? clean : wrapLeadingText(clean)
}

/** Wraps text before the first block in a paragraph. */
function wrapLeadingText(html: string): string {
  const block = html.search(/<(p|ul|ol|h\d|table|dl|blockquote)>/)
  const text = (block === -1 ? html : html.slice(0, block)).trim()
  const rest = block === -1 ? '' : html.slice(block)
  return text === '' ? rest : `<p>${text}</p>${rest}`
}

function textToParagraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((part) => `<p>${sanitizer()(part.trim(), OPTIONS).replaceAll('\n', '<br />')}</p>`)
    .join('\n')
}

/** Returns the beginning of a sanitised description as plain text, at most 160 characters, cut between words. */
export function summarise(html: string): string {
  const text = truncate(html, 2_000)
    .replace(/<[^>]*>?/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
  if (text.length <= SUMMARY_LENGTH) return text
  const start = truncate(text, SUMMARY_LENGTH - 1)
  return `${truncate(start, Math.max(start.lastIndexOf(' '), SUMMARY_LENGTH / 2)).replace(/[\s,;:.–-]+$/, '')}…`
}
