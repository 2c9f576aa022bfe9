import { toPlainText } from '#core/text/plain-text.ts'
import { truncate } from '../../import/read/cells.ts'

const CONTEXT_LENGTH = 40
const EXCERPT_LENGTH = 160

/**
 * Returns the passages of two descriptions (HTML) around their first difference, as plain text; null for an empty one.
 */
export function cutOut(
  beforeHtml: string,
  afterHtml: string,
): Readonly<{ before: string | null; after: string | null }> {
  const [before, after] = [toPlainText(beforeHtml), toPlainText(afterHtml)]
  if (before === after) return { before: 'Same text', after: 'Other formatting' }
  let at = 0
  while (before[at] === after[at]) at += 1
  const start = Math.max(0, at - CONTEXT_LENGTH)
  const cut = (text: string) => {
    if (text === '') return null
    const excerpt = truncate(text.slice(start).replace(/^[\uDC00-\uDFFF]/, ''), EXCERPT_LENGTH)
    const isCut = start + EXCERPT_LENGTH < text.length
    return `${start > 0 ? '…' : ''}${excerpt}${isCut ? '…' : ''}`
  }
  return { before: cut(before), after: cut(after) }
}
