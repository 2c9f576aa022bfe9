import { expect, test } from 'vitest'
import { findConformanceErrors, readConformanceList, SECTIONS, withProofs } from './conformance.ts'
import { parseRowIds, parseTests } from './conformance-tests.ts'

/** Returns the whole list with no row ticked. */
function createOpenList(): string {
  return withProofs(readConformanceList(), [])
}

/** Returns the tests in this source text. */
function parseSource(source: string) {
  return parseTests('tests/made-up.test.ts', source)
}

test('accepts a list without ticked rows when no test names a row', () => {
  expect(findConformanceErrors(createOpenList(), parseSource("test('something else', () => {})"))).toEqual([])
})

test('the list has 604 rows', () => {
  expect(Object.values(SECTIONS).reduce((sum, count) => sum + count, 0)).toBe(604)
})

test('ticks a row that a test names, and adds the path and name of each test', () => {
  const tests = parseSource(`
    test('one way [PAY-03]', () => {})
    test.each([1, 2])('another | way %i [PAY-03, API-40]', () => {})
  `)
  const list = withProofs(createOpenList(), tests)
  expect(list).toContain(
    '| done | tests/made-up.test.ts › one way [PAY-03]<br>tests/made-up.test.ts › another \\| way %i [PAY-03, API-40] |',
  )
  expect(list).toContain('**2 of 604 rows are done.**')
  expect(findConformanceErrors(list, tests)).toEqual([])
})

test('reports a ticked row that no test names any more', () => {
  const list = withProofs(createOpenList(), parseSource("test('pays [PAY-03]', () => {})"))
  expect(findConformanceErrors(list, [])).toEqual(['PAY-03: ticked, but no test names it'])
})

test('reports a ticked row whose test was renamed', () => {
  const list = withProofs(createOpenList(), parseSource("test('pays [PAY-03]', () => {})"))
  const errors = findConformanceErrors(list, parseSource("test('settles [PAY-03]', () => {})"))
  expect(errors).toEqual([expect.stringContaining('PAY-03: says')])
})

test('reports a row that a test names but that is not ticked', () => {
  const errors = findConformanceErrors(createOpenList(), parseSource("test('pays [PAY-03]', () => {})"))
  expect(errors).toEqual([expect.stringContaining('PAY-03: not ticked')])
})

test('reports a row that is missing, duplicated or in the wrong section', () => {
  const lines = createOpenList().split('\n')
  const row = lines.find((line) => line.startsWith('| PAY-03 |')) ?? ''
  const findErrors = (changed: string[]) => findConformanceErrors(changed.join('\n'), [])
  expect(findErrors(lines.filter((line) => line !== row))).toEqual(['PAY-03: the row is missing'])
  expect(findErrors([...lines, row])).toEqual(['PAY-03: the row stands there twice'])
  expect(findErrors([...lines, row.replace('PAY-03', 'PAY-99')])).toEqual([
    'PAY-99: no such row in any section',
  ])
})

test.each([
  ['a row that is not in the list', "test('pays [PAY-99]', () => {})", 'there is no row PAY-99'],
  ['a test that is skipped', "test.skip('pays [PAY-03]', () => {})", 'proves nothing'],
  ['a test that is run on a condition', "test.skipIf(slow)('pays [PAY-03]', () => {})", 'proves nothing'],
  ['rows in the midst of a name', "test('[PAY-03] is paid', () => {})", 'at the end'],
  ['rows that cannot be read', "test('is paid [PAY-01 and PAY-03]', () => {})", 'at the end'],
  ['a name that is put together', 'test(`pays ${"late"} [PAY-03]`, () => {})', 'is one plain string'],
])('reports %s', (_what, source, fault) => {
  expect(findConformanceErrors(createOpenList(), parseSource(source))).toEqual([
    expect.stringContaining(fault),
  ])
})

test('finds test calls at any depth, and ignores comments and strings', () => {
  const parsedTests = parseTests(
    'a.test.tsx',
    `// test('in a comment [PAY-03]', () => {})
     const text = "test('in a text [PAY-03]', () => {})"
     describe('paying', () => { it('is found', () => render(<p title="[PAY-03]" />)) })
     pattern.test('not a test [PAY-03]')`,
  )
  expect(parsedTests.map(({ name }) => name)).toEqual(['is found'])
})

test('reads row ids only from the brackets at the end of a test name', () => {
  expect(parseRowIds('a product [18 karat] is found [MKT-15, CHK2-03]')).toEqual(['MKT-15', 'CHK2-03'])
  expect(parseRowIds('a product is found [18 karat]')).toEqual([])
})
