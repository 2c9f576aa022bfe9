import { type CallExpression, type Expression, type Node, parseSync } from '@swc/core'

/** A test as its source names it. `rows` are the rows of the conformance list it says it proves. */
export type NamedTest = Readonly<{
  file: string
  name: string
  rows: readonly string[]
  /** Whether it always runs and must pass: it is not skipped and not expected to fail. */
  isRun: boolean
  /** Whether its whole name is in the source, so that it can be searched. */
  isWrittenOut: boolean
}>

const ROW = '[A-Z][A-Z0-9]*-\\d+'
const ROWS_AT_END = new RegExp(`\\[(${ROW}(?:, ?${ROW})*)\\]$`)

/** Returns the rows in the square brackets at the end of a test's name: `… [MKT-15, MKT-16]`. */
export function parseRowIds(name: string): string[] {
  return ROWS_AT_END.exec(name)?.[1]?.split(/, ?/) ?? []
}

/**
 * Returns every test of a source file, `file` being its path from the root. Throws when the file cannot be parsed.
 */
export function parseTests(file: string, source: string): NamedTest[] {
  const parsed = parseSync(source, { syntax: 'typescript', tsx: file.endsWith('.tsx') })
  return findCalls(parsed).flatMap((call) => toNamedTest(file, call) ?? [])
}

function toNamedTest(file: string, call: CallExpression): NamedTest | undefined {
  const [root, ...modifiers] = getCalleeNames(call.callee)
  const title = call.arguments[0]?.expression
  if ((root !== 'test' && root !== 'it') || !title) return undefined
  const name = getText(title)
  if (name === undefined) return undefined
  const isRun = !modifiers.some((modifier) => ['skip', 'todo', 'fails', 'skipIf', 'runIf'].includes(modifier))
  const hasLiteralName = title.type !== 'TemplateLiteral' || title.expressions.length === 0
  return { file, name, rows: parseRowIds(name), isRun, isWrittenOut: hasLiteralName }
}

/** `test.each(rows)` → test, each; `test` → test. */
function getCalleeNames(callee: CallExpression['callee'] | Expression): string[] {
  if (callee.type === 'Identifier') return [callee.value]
  if (callee.type === 'CallExpression') return getCalleeNames(callee.callee)
  if (callee.type === 'TaggedTemplateExpression') return getCalleeNames(callee.tag)
  if (callee.type !== 'MemberExpression') return []
  return [
    ...getCalleeNames(callee.object),
    callee.property.type === 'Identifier' ? callee.property.value : '',
  ]
}

function getText(title: Expression): string | undefined {
  if (title.type === 'StringLiteral') return title.value
  if (title.type === 'TemplateLiteral') return title.quasis.map(({ cooked, raw }) => cooked ?? raw).join('…')
  return undefined
}

/** All calls below a node of the syntax tree, in the order of the source. */
function findCalls(value: unknown): CallExpression[] {
  if (Array.isArray(value)) return value.flatMap(findCalls)
  if (typeof value !== 'object' || value === null) return []
  const below = Object.values(value).flatMap(findCalls)
  return isCall(value) ? [value, ...below] : below
}

function isCall(value: object): value is CallExpression {
  const kind: Node['type'] | undefined = 'type' in value ? String(value.type) : undefined
  return kind === 'CallExpression'
}
