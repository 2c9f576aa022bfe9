import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import {
  ALLOWED_NAMES,
  ALLOWED_PHRASES,
  BANNED_IN_NAMES,
  BANNED_IN_PROSE,
  EXEMPT_FILES,
} from './banned-words.ts'
import { describeLongSentence, findLongSentences } from './docstrings.ts'

/** A banned word in a file, with the word to use instead. */
export type LanguageError = Readonly<{ line: number; word: string; use: string; isName: boolean }>

/**
 * Returns the banned words of a source text (TypeScript or Markdown), in order. It looks in names, which are split
 * at capital letters and underscores, and in prose: comments, strings, text of JSX, whole Markdown files.
 */
export function findBannedWords(text: string, isMarkdown: boolean): LanguageError[] {
  const errors: LanguageError[] = []
  for (const { start, content, isProse } of isMarkdown
    ? [{ start: 0, content: text, isProse: true }]
    : splitSource(text)) {
    const found = isProse ? findInProse(content) : findInNames(content)
    for (const { at, word, use } of found)
      errors.push({ line: text.slice(0, start + at).split('\n').length, word, use, isName: !isProse })
  }
  return errors
}

type Hit = Readonly<{ at: number; word: string; use: string }>

/** Names in code; text between JSX tags counts as names, too, so the lists overlap. */
function findInNames(content: string): Hit[] {
  const hits: Hit[] = []
  for (const match of maskAllowedPhrases(content).matchAll(/[A-Za-z_$][\w$]*/g)) {
    const name = match[0]
    if (ALLOWED_NAMES.has(name)) continue
    const words = name
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[ _]/)
    const banned = words.find((word) => BANNED_IN_NAMES.has(word))
    if (banned) hits.push({ at: match.index, word: name, use: BANNED_IN_NAMES.get(banned) ?? '' })
  }
  return hits
}

function findInProse(content: string): Hit[] {
  const masked = maskAllowedPhrases(content)
  return BANNED_IN_PROSE.flatMap(([pattern, use]) =>
    [...masked.matchAll(pattern)].map((match) => ({ at: match.index, word: match[0], use })),
  )
}

/** Blanks allowed phrases out, at the same length, so that positions stay. */
function maskAllowedPhrases(content: string): string {
  return content.replaceAll(ALLOWED_PHRASES, (phrase) => ' '.repeat(phrase.length))
}

export type SourcePart = Readonly<{ start: number; content: string; isProse: boolean }>

const COMMENT_OR_STRING =
  /\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g

/**
 * Splits a source text into prose and names. Comments and strings with a space in them are prose; the rest, and
 * strings of one word (keys, codes), are names.
 */
export function splitSource(text: string): SourcePart[] {
  const parts: SourcePart[] = []
  let end = 0
  for (const match of text.matchAll(COMMENT_OR_STRING)) {
    parts.push({ start: end, content: text.slice(end, match.index), isProse: false })
    const isSql =
      /\b(select|insert into|update|delete from|with)\b/.test(match[0]) && match[0].startsWith('`')
    const isProse = /\s/.test(match[0]) && !isSql
    if (!isImportPath(text, match.index)) parts.push({ start: match.index, content: match[0], isProse })
    end = match.index + match[0].length
  }
  return [...parts, { start: end, content: text.slice(end), isProse: false }]
}

/** Returns whether a string is an import path; file names are checked elsewhere. */
function isImportPath(text: string, at: number): boolean {
  return /(from|import\(|import) ?$/.test(text.slice(Math.max(0, at - 8), at))
}

/** Returns the errors of the tracked files below `paths`, one line each. */
function checkLanguage(paths: readonly string[]): string[] {
  const listing = execFileSync('git', ['ls-files', '-z', '--', ...paths], { encoding: 'utf8' })
  const files = listing.split('\0').filter((file) => /\.(tsx?|md)$/.test(file) && !EXEMPT_FILES.test(file))
  return files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const isMarkdown = file.endsWith('.md')
    const words = findBannedWords(text, isMarkdown).map(
      ({ line, word, use }) => `${file}:${line}: ${word} -> ${use}`,
    )
    const sentences = isMarkdown ? [] : findLongSentences(text)
    return [...words, ...sentences.map((one) => `${file}:${one.line}: ${describeLongSentence(one)}`)]
  })
}

if (import.meta.main) {
  const errors = checkLanguage(process.argv.slice(2))
  for (const error of errors) console.log(error)
  console.log(errors.length === 0 ? 'The language is plain.' : `${errors.length} errors of language.`)
  process.exitCode = errors.length === 0 ? 0 : 1
}
