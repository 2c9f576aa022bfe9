import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { emptied, LEFT_OUT, leanReactDom } from './lean-react.ts'

const web = path.resolve(import.meta.dirname, '../src/web')
const library = path.join(
  path.dirname(createRequire(import.meta.url).resolve('react-dom/package.json')),
  'cjs/react-dom-client.production.js',
)

test('what is left out of React DOM is in the version that is installed, and makes up a seventh of it', () => {
  const whole = readFileSync(library, 'utf8')
  const lean = leanReactDom(whole)

  expect(lean).toContain('function startViewTransition(')
  expect(lean).not.toContain('ownerDocument.startViewTransition')
  expect(lean.length).toBeLessThan(0.88 * whole.length)
})

test('another React DOM than the one that was read stops the build', () => {
  expect(() => leanReactDom(`${readFileSync(library, 'utf8')}\n`)).toThrow('React DOM has changed')
})

test('a function to be left out that is not there stops the build', () => {
  expect(() => emptied('function one() { return 1 }', ['one', 'two'])).toThrow('there is no function two')
})

test('an emptied function goes with the methods of its prototype, and nothing else', () => {
  const code =
    'function A() { this.a = 1 }\nA.prototype.go = function () { B() };\nfunction B() { A() }\nB.prototype.go = A;'

  expect(emptied(code, ['A'])).toBe('function A() {}\n\nfunction B() { A() }\nB.prototype.go = A;')
})

test.each(LEFT_OUT)('no page needs what is left out of React DOM: $why', ({ names }) => {
  const using = globSync('**/*.{ts,tsx}', { cwd: web })
    .filter((file) => !file.includes('.test.') && !file.startsWith('entry-server'))
    .filter((file) => linesOf(file).some((line) => names.test(line)))

  expect(using).toEqual([])
})

test('a page that begins to need it is noticed', () => {
  const lines = [
    '<ViewTransition name="piece">',
    '<Fragment key="1" ref={all}>',
    '<title>Rings</title>',
    '<form action={async (form) => send(form)}>',
    "import { Activity } from 'react'",
    '<model-viewer src={model} />',
    '<input onSelect={note} />',
    'console.info(info.componentStack)',
  ]

  expect(LEFT_OUT.map(({ names }, index) => names.test(lines[index] ?? ''))).toEqual(lines.map(() => true))
})

/** The lines of a source file that are code: a comment may speak of anything. */
function linesOf(file: string): string[] {
  return readFileSync(path.join(web, file), 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
}
