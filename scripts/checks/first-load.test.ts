import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { ROUTES } from '#web/app/router/routes.ts'
import { CONSOLE_LOAD_LIMIT, FIRST_LOAD_LIMIT, findFirstLoadErrors, measureFirstLoads } from './first-load.ts'

const dist = mkdtempSync(path.join(tmpdir(), 'first-load-'))

afterEach(() => rmSync(dist, { recursive: true, force: true }))

test('counts a page’s entries, its own file and their imports, each file once', () => {
  const code = 'export const planted = 1\n'
  createBuild(code)
  const each = gzipSync(code, { level: 9 }).length
  expect(measureFirstLoads(dist)).toEqual(
    ROUTES.map((route) => ({
      path: route.path,
      files: 4,
      bytes: 4 * each,
      limit: route.frame === 'console' ? CONSOLE_LOAD_LIMIT : FIRST_LOAD_LIMIT,
    })),
  )
})

test('reports a page that is missing from the build instead of counting it as empty', () => {
  createBuild('')
  writeFileSync(path.join(dist, 'client/.vite/manifest.json'), '{}')
  expect(() => measureFirstLoads(dist)).toThrow('the build has no')
})

test('reports only pages above the limit', () => {
  const weigh = (page: string, bytes: number) => [{ path: page, files: 1, bytes, limit: FIRST_LOAD_LIMIT }]
  expect(findFirstLoadErrors(weigh('/', FIRST_LOAD_LIMIT))).toEqual([])
  expect(findFirstLoadErrors(weigh('/heavy', FIRST_LOAD_LIMIT + 100))).toEqual([
    '/heavy loads 120.1 KB of scripts, over 120.0 KB',
  ])
})

test('counts a console section together with its page', () => {
  createBuild('export const planted = 1\n')
  const file = path.join(dist, 'client/.vite/manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  manifest['src/web/supplier/console/supplier-page.tsx'].dynamicImports = ['src/web/supplier/home/home.tsx']
  manifest['src/web/supplier/home/home.tsx'] = { file: '0.js' }
  writeFileSync(file, JSON.stringify(manifest))
  expect(measureFirstLoads(dist).map((page) => page.path)).toContain('/dashboard/supplier/$ home.tsx')
})

/**
 * Creates a build in which every page and the entry import one shared file. A lazy file is in it, but not counted.
 */
function createBuild(code: string): void {
  mkdirSync(path.join(dist, 'client/.vite'), { recursive: true })
  const names = [
    '_shared',
    'later',
    'src/web/app/hydrate.ts',
    'src/web/app/entry-client.tsx',
    ...ROUTES.map(({ source }) => `src/web/${source}`),
  ]
  const chunks = names.map((name, index) => {
    const file = `${index}.js`
    writeFileSync(path.join(dist, 'client', file), code)
    const imports = name.startsWith('src/') ? { imports: ['_shared'], dynamicImports: ['later'] } : {}
    return [name, { file, ...imports }] as const
  })
  writeFileSync(path.join(dist, 'client/.vite/manifest.json'), JSON.stringify(Object.fromEntries(chunks)))
}
