import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type * as markdown from 'marked'
import type sanitizeHtml from 'sanitize-html'
import type { Company } from '#core/company/company.ts'
import { lazyModule } from '#platform/lazy-module.ts'
import type { Queryable } from '#database/database.ts'
import { LEGAL_NAMES, type LegalName } from './contract.ts'
import type { LegalSource } from './text-queries.ts'

/** The legal texts of files, in their source form. */
export type LegalDocuments = Readonly<Record<LegalName, LegalSource>>

/** The sources of legal texts: the operator's folder of own texts, if any, and values of placeholders. */
export type LegalSources = Readonly<{
  dir: string | undefined
  readCompany: (db: Queryable) => Promise<Company>
  /** Returns the days after delivery in which buyers can return a product. */
  readReturnDays: (db: Queryable) => Promise<number>
  publicUrl: string
  /** The cookie by which reads from replicas know what their caller has written; undefined without replicas. */
  replicaCookie: string | undefined
}>

/** The values of the placeholders of legal texts. Lines with a placeholder without a value are left out. */
export type PlaceholderValues = Readonly<Record<string, string | undefined>>

/**
 * Reads the legal texts: Markdown files of the operator's folder, else those that come with the shop. Throws for a file
 * that does not begin with its title and version.
 */
export function readLegalTexts(dir: string | undefined): LegalDocuments {
  const texts = LEGAL_NAMES.map((name) => [name, loadLegalDocument(findTextFile(name, dir))] as const)
  // Every name has its text.
  return Object.fromEntries(texts) as Record<LegalName, LegalSource>
}

function findTextFile(name: LegalName, dir: string | undefined): string {
  const customFile = dir && path.join(dir, `${name}.md`)
  return customFile && existsSync(customFile)
    ? customFile
    : path.join(import.meta.dirname, 'texts', `${name}.md`)
}

const HEAD = /^# (?<title>.+)\r?\n\r?\nVersion: (?<version>\d{4}-\d{2}-\d{2})\r?\n/

function loadLegalDocument(file: string): LegalSource {
  const source = readFileSync(file, 'utf8')
  const { title, version } = HEAD.exec(source)?.groups ?? {}
  if (title === undefined || version === undefined)
    throw new Error(`${file} must begin with "# Title", an empty line and "Version: YYYY-MM-DD"`)
  return { version, title, body: source.replace(HEAD, '').trim() }
}

/** Returns the body of a legal text as sanitised HTML, its placeholders filled. */
export function renderLegalText(body: string, values: PlaceholderValues): string {
  return renderMarkdown(fillPlaceholders(body, values))
}

/** Returns the unknown placeholders of a text, each once. */
export function findUnknownPlaceholders(text: string, values: PlaceholderValues): string[] {
  const names = [...text.matchAll(ANY_PLACEHOLDER)].map(([, name = '']) => name.trim())
  return [...new Set(names)].filter((name) => !Object.hasOwn(values, name))
}

/** Returns the placeholders of legal texts with their values. */
export function listPlaceholders(
  company: Company,
  {
    publicUrl,
    returnDays,
    replicaCookie,
  }: Readonly<{ publicUrl: string; returnDays: number; replicaCookie: string | undefined }>,
): PlaceholderValues {
  const { name, lines, countryName, supportEmail, phone, registration, taxNumber, director } = company
  const [, ...address] = lines
  const website = new URL(publicUrl).host
  return {
    operator: name,
    address: address.join(', '),
    country: countryName,
    email: supportEmail,
    phone,
    registration,
    taxNumber,
    director,
    website,
    returnDays: String(returnDays),
    replicaCookie,
  }
}

/** Fills the `{{placeholders}}`; lines with one without a value are left out. */
function fillPlaceholders(text: string, values: PlaceholderValues): string {
  const lines = text.split('\n').flatMap((line) => {
    const names = [...line.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
    if (names.some((name) => values[name] === undefined)) return []
    return line.replaceAll(PLACEHOLDER, (_, name: string) => values[name] ?? '')
  })
  return lines.join('\n')
}

const PLACEHOLDER = /\{\{(\w+)\}\}/g

/** Also matches malformed placeholders, such as `{{ company name }}`. */
const ANY_PLACEHOLDER = /\{\{([^{}\n]*)\}\}/g

const marked = lazyModule<typeof markdown>('marked')
const sanitizer = lazyModule<typeof sanitizeHtml>('sanitize-html')

function renderMarkdown(text: string): string {
  return sanitizer()(marked().parse(text, { async: false }), {
    allowedTags: 'h2 h3 p br ul ol li strong em a table thead tbody tr th td hr blockquote'.split(' '),
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'mailto', 'tel'],
  })
}
