import { globSync, readFileSync } from 'node:fs'
import { type NamedTest, parseTests } from './conformance-tests.ts'

/** Returns the files of the conformance list, by their paths from the project's root. */
export function conformanceFiles(): string[] {
  return globSync('docs/conformance/*.md').sort()
}

/** Returns the whole conformance list, its files one after the other. */
export function readConformanceList(): string {
  return conformanceFiles()
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
}

/** The sections of the list and how many rows each has, numbered from 01: none may go missing. */
export const SECTIONS: Readonly<Record<string, number>> = {
  PROD: 14,
  CLAIM: 13,
  ROUTE: 34,
  HDR: 26,
  LAND: 24,
  FOOT: 12,
  MKT: 30,
  EXP: 6,
  CARD: 19,
  PDP: 45,
  STORE: 8,
  POLICY: 9,
  LOGIN: 26,
  SIGNUP: 19,
  FORGOT: 9,
  OTP: 13,
  CART: 16,
  CHK: 33,
  CHK2: 16,
  REV3: 7,
  PAY: 16,
  CONTACT: 11,
  VONB: 14,
  MONB: 24,
  DLG: 11,
  CHAT: 11,
  NF: 3,
  ENT: 20,
  STATE: 21,
  VAL: 6,
  ROLE: 10,
  API: 40,
  ERR: 16,
  CONST: 22,
}

type Row = Readonly<{ id: string; kind: string; statement: string; state: string; proof: string }>

/**
 * Returns the errors of the conformance list, a sentence each. Rows are missing or double, ticked without a test
 * that proves them, or proven by a test and not ticked or listed.
 */
export function findConformanceErrors(list: string, tests: readonly NamedTest[]): string[] {
  const rows = list.split('\n').flatMap((line) => parseRow(line) ?? [])
  return [...findRowErrors(rows), ...tests.flatMap(findNameErrors), ...findProofErrors(rows, tests)]
}

/**
 * Returns `list` (one file of it, or all) with the columns state and proof as the tests' names say. The count at
 * its head is that of `fullList`.
 */
export function withProofs(list: string, tests: readonly NamedTest[], fullList = list): string {
  const ids = fullList.split('\n').flatMap((line) => parseRow(line)?.id ?? [])
  const provenCount = ids.filter((id) => findProof(id, tests) !== '').length
  const lines = list.split('\n').map((line) => {
    const row = parseRow(line)
    if (!row) return line.replace(COUNT, `**${provenCount} of ${ids.length} rows are done.**`)
    const proof = findProof(row.id, tests)
    return `| ${row.id} | ${row.kind} | ${row.statement} | ${proof ? 'done' : 'open'} | ${proof} |`
  })
  return lines.join('\n')
}

const COUNT = /^\*\*\d+ of \d+ rows are done\.\*\*$/

/** Returns every test of the project, as the sources name them. */
export function namedTests(): NamedTest[] {
  return globSync(['{src,tests,demo,scripts,bench}/**/*.test.{ts,tsx}', 'tests/browser/**/*.browser.ts'])
    .sort()
    .flatMap((file) => parseTests(file, readFileSync(file, 'utf8')))
}

function parseRow(line: string): Row | undefined {
  const [, id = '', kind = '', statement = '', state = '', proof = ''] = line
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
  return /^[A-Z][A-Z0-9]*-\d+$/.test(id) ? { id, kind, statement, state, proof } : undefined
}

function findProof(id: string, tests: readonly NamedTest[]): string {
  return tests
    .filter((test) => test.isRun && test.isWrittenOut && test.rows.includes(id))
    .map(({ file, name }) => `${file} › ${name.replaceAll('|', '\\|')}`)
    .join('<br>')
}

function findRowErrors(rows: readonly Row[]): string[] {
  const present = rows.map(({ id }) => id)
  const missing = [...expectedIds()].filter((id) => !present.includes(id))
  const duplicates = present.filter((id, index) => present.indexOf(id) !== index)
  const unknown = present.filter((id) => !expectedIds().has(id))
  return [
    ...missing.map((id) => `${id}: the row is missing`),
    ...duplicates.map((id) => `${id}: the row stands there twice`),
    ...unknown.map((id) => `${id}: no such row in any section`),
    ...rows.flatMap(({ id, kind }) =>
      ['exact', 'real', 'fix', 'open'].includes(kind) ? [] : [`${id}: no such kind as «${kind}»`],
    ),
  ]
}

function expectedIds(): Set<string> {
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => String(n + 1).padStart(2, '0'))
  return new Set(
    Object.entries(SECTIONS).flatMap(([section, count]) => numbers(count).map((n) => `${section}-${n}`)),
  )
}

/**
 * Returns the errors of a name that should prove a row and does not. They are an unknown row, a test that does not
 * run, and IDs in the wrong place.
 */
function findNameErrors({ file, name, rows, isRun, isWrittenOut }: NamedTest): string[] {
  const location = `${file} › ${name}`
  const mentionedIds = [...name.matchAll(/\b([A-Z][A-Z0-9]*)-\d+\b/g)]
    .filter(([, section = '']) => section in SECTIONS)
    .map(([id]) => id)
  if (mentionedIds.some((id) => !rows.includes(id))) {
    return [`${location}: rows are named at the end, as in «… [MKT-15, MKT-16]»`]
  }
  if (rows.length === 0) return []
  if (!isRun) return [`${location}: proves nothing, it is skipped or expected to fail`]
  if (!isWrittenOut) return [`${location}: the name of a test that proves rows is one plain string`]
  return rows.filter((id) => !expectedIds().has(id)).map((id) => `${location}: there is no row ${id}`)
}

function findProofErrors(rows: readonly Row[], tests: readonly NamedTest[]): string[] {
  return rows.flatMap(({ id, state, proof }) => {
    const provingTests = findProof(id, tests)
    if (state === 'done' && !provingTests) return [`${id}: ticked, but no test names it`]
    if (state !== 'done' && provingTests) return [`${id}: not ticked, but proven by ${provingTests}`]
    return proof === provingTests ? [] : [`${id}: says «${proof}», but is proven by «${provingTests}»`]
  })
}

if (import.meta.main) {
  const errors = findConformanceErrors(readConformanceList(), namedTests())
  for (const error of errors) console.error(error)
  if (errors.length > 0)
    console.error('`npm run conformance` writes the columns again from the names of the tests.')
  process.exitCode = errors.length > 0 ? 1 : 0
}
