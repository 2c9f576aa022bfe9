import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprint, isBuilt, markBuilt } from './build.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cabochon-build-'))
  mkdirSync(join(root, 'src', 'web'), { recursive: true })
  mkdirSync(join(root, 'dist'))
  writeFileSync(join(root, 'src', 'web', 'page.tsx'), 'one')
  markBuilt(root, fingerprint(root))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

test('does not rebuild pages whose sources are unchanged', () => {
  expect(isBuilt(root)).toBe(true)
})

test('builds pages that have never been built', () => {
  rmSync(join(root, 'dist'), { recursive: true })
  expect(isBuilt(root)).toBe(false)
})

test('rebuilds pages when a source is added, changed or removed', () => {
  const page = join(root, 'src', 'web', 'page.tsx')
  utimesSync(page, new Date(0), new Date(0))
  expect(isBuilt(root)).toBe(false)

  markBuilt(root, fingerprint(root))
  writeFileSync(join(root, 'src', 'web', 'other.tsx'), 'two')
  expect(isBuilt(root)).toBe(false)

  markBuilt(root, fingerprint(root))
  rmSync(page)
  expect(isBuilt(root)).toBe(false)
})

test('does not rebuild pages when only a test has changed', () => {
  writeFileSync(join(root, 'src', 'web', 'page.test.tsx'), 'test')
  expect(isBuilt(root)).toBe(true)
})
