/** A segment of a message: plain text, or a link with its address. `isFound` marks matches of the search. */
export type TextSegment = Readonly<{ text: string; href?: string; isFound?: true }>

/** Addresses are only those with http(s) written out; brackets and quotes end them. */
const URL_PATTERN =
  /\bhttps?:\/\/[^\s<>"'`{}|\\^\u0000-\u001F\u007F\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gi

/** What ends a sentence belongs to no address at its end. */
const SENTENCE_END = /[.,;:!?…)\]]+$/

/**
 * Splits a message's text into segments: its web addresses are links, and what was searched for is marked. Joined, the segments
 * are the text, letter by letter.
 */
export function splitText(text: string, query = ''): TextSegment[] {
  const segments: TextSegment[] = []
  let at = 0
  for (const match of text.matchAll(URL_PATTERN)) {
    const href = match[0].replace(SENTENCE_END, (end) => balancedEnd(match[0], end))
    if (!isWebAddress(href)) continue
    segments.push(...splitByMatch(text.slice(at, match.index), query))
    segments.push(...splitByMatch(href, query).map((segment) => ({ ...segment, href })))
    at = match.index + href.length
  }
  segments.push(...splitByMatch(text.slice(at), query))
  return segments
}

/** Splits a text at the matches of a search, whatever the case of the letters. */
export function splitByMatch(text: string, query: string): TextSegment[] {
  const needle = query.trim()
  if (text === '') return []
  if (needle === '') return [{ text }]
  const segments: TextSegment[] = []
  let at = 0
  for (const match of text.matchAll(new RegExp(escapeRegExp(needle), 'giu'))) {
    if (match.index > at) segments.push({ text: text.slice(at, match.index) })
    segments.push({ text: match[0], isFound: true })
    at = match.index + match[0].length
  }
  if (at < text.length) segments.push({ text: text.slice(at) })
  return segments
}

/** As a pattern that means itself; `RegExp.escape` is too young for many phones. */
function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}

/** A closing bracket that has its opening one within the address is part of it. */
function balancedEnd(address: string, end: string): string {
  return end.startsWith(')') && address.includes('(') ? ')' : ''
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  // An address with a name before the host pretends to lead to another one.
  return /^https?:$/.test(url.protocol) && url.username === '' && url.hostname.includes('.')
}
