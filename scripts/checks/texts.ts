import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { splitSource } from './language.ts'

const LISTED_FILES = /^(src|demo|scripts)\/.*\.tsx?$/
const UNLISTED_FILES = /\.(test|attack\.test|browser)\.tsx?$|^demo\/art\/|^scripts\/checks\//

/** Text between tags, without the braces of expressions. */
const JSX_TEXT = /(?<=>|\})([^<>{}=;()]*\p{L}{2}[^<>{}=;()]*)(?=<|\{)/gu

/** The text between the brackets of generic types, which look like tags. */
const CODE_WORDS = /^(return|const|finally|as|Promise|Readonly|\w+:|\w+ &&)\b/

/**
 * Returns the texts of a source file that a user may read, with their lines. They are sentences and labels in
 * strings and between tags. Some are for developers only (errors that are logged), none is left out: strings of
 * several words that begin with a capital letter or a value.
 */
export function listTexts(source: string, isTsx: boolean): Readonly<{ line: number; text: string }>[] {
  const found: { at: number; text: string }[] = []
  for (const { start, content } of splitSource(source)) {
    if (/^['"`]/.test(content)) {
      const text = content.slice(1, -1)
      if (isSentence(text)) found.push({ at: start, text })
    } else if (isTsx && !content.startsWith('/')) {
      for (const match of content.matchAll(JSX_TEXT)) {
        const text = match[1]?.replaceAll(/\s+/g, ' ').trim() ?? ''
        if (/^[\p{L}\d’“(]/u.test(text) && !CODE_WORDS.test(text))
          found.push({ at: start + match.index, text })
      }
    }
  }
  return found.map(({ at, text }) => ({
    line: source.slice(0, at).split('\n').length,
    text: text.replaceAll(/\s+/g, ' '),
  }))
}

function isSentence(text: string): boolean {
  const isSql =
    /^\s*(select|insert|update|delete|with|create|alter)\b/i.test(text) || /\bwhere\b.*=/.test(text)
  const isCall = /^(GET|POST|PUT|PATCH|DELETE) \//.test(text)
  return !isSql && !isCall && /^(\p{Lu}|\$\{)/u.test(text) && /\p{L}{2,}.*\s.*\p{L}/su.test(text)
}

if (import.meta.main) {
  const paths = process.argv.slice(2)
  const listing = execFileSync('git', ['ls-files', '-z', '--', ...paths], { encoding: 'utf8' })
  for (const file of listing.split('\0')) {
    if (!LISTED_FILES.test(file) || UNLISTED_FILES.test(file)) continue
    const texts = listTexts(readFileSync(file, 'utf8'), file.endsWith('.tsx'))
    if (texts.length > 0) console.log(`\n${file}`)
    for (const { line, text } of texts) console.log(`${String(line).padStart(5)}  ${text}`)
  }
}
