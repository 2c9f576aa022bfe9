/** A segment of a message: plain text, or a link with its URL. `isFound` marks matches of the search. */
export type TextSegment = Readonly<{ text: string; href?: string; isFound?: true }>

/** Matches URLs, only with http(s); brackets and quotes end them. */
const URL_PATTERN =
  /\bhttps?:\/\/[^\s<>"'`{}|\\^\u0000-\u001F\u007F\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gi

/** Matches trailing punctuation, which does not belong to a URL. */
const SENTENCE_END = /[.,;:!?…)\]]+$/

/**
 * Splits a message's text into segments: URLs become links, and matches of the search are marked. The joined segments
 * are exactly the text.
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

/** Splits a text at the matches of a search, ignoring case. */
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

/** Escapes a text for a regular expression; many phones lack `RegExp.escape`. */
function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}

/** Returns the end of a URL: a closing bracket belongs to it if it contains the opening one. */
function balancedEnd(address: string, end: string): string {
  return end.startsWith(')') && address.includes('(') ? ')' : ''
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  // A URL with a user name before the host can imitate another host.
  return /^https?:$/.test(url.protocol) && url.username === '' && url.hostname.includes('.')
}
