import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'

const { pool, url } = await testDatabase()
const folder = await mkdtemp(path.join(os.tmpdir(), 'import-'))
afterAll(() => rm(folder, { recursive: true }))
const script = fileURLToPath(new URL('./import.ts', import.meta.url))

async function feed(name: string, rows: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, `Handle,Title,Type,Variant Price,Image Src\n${rows}`)
  return file
}

/** Runs the command without a terminal; gives its exit code and what it said. */
function run(...args: readonly string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env['PATH'], DATABASE_URL: url, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })))
}

test('a feed goes in for a new supplier, the totals stand in the last line, and its pictures are ordered', async () => {
  const file = await feed('good.csv', 'a,A,Ring,5,https://a.example/1.jpg\nb,B,Ring,free,\nc,C,Ring,7,\n')
  const first = await run('--supplier', 'Atelier Nord', '--country', 'dk', file)
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out).toContain('refused line 3 (b): the price “free” is not an amount in dollars and cents')
  expect(first.out.trim().split('\n').at(-1)).toMatch(
    /^created 2, updated 0, unchanged 0, refused 1 \(of 3 rows, \d+\.\d s\)$/,
  )
  expect((await pool.query('select name, is_verified, country from suppliers')).rows).toEqual([
    { name: 'Atelier Nord', is_verified: true, country: 'DK' },
  ])
  expect(
    (await pool.query(`select name from pgboss.job where name = 'catalog.fetch-pictures'`)).rowCount,
  ).toBe(1)
  expect((await run('--supplier', 'Atelier Nord', file)).out).toContain(
    'created 0, updated 0, unchanged 2, refused 1',
  )
})

test('nothing imported is exit code 1, and makes no supplier when the file is no feed', async () => {
  const bad = await run('--supplier', 'Bad', await feed('bad.csv', 'a,A,Ring,free,\n'))
  expect(bad.code).toBe(1)
  expect(bad.out).toContain('Nothing was imported')
  const file = path.join(folder, 'feed.xml')
  await writeFile(file, '<?xml version="1.0"?><rss/>')
  const none = await run('--supplier', 'Nobody', file)
  expect(none).toMatchObject({ code: 1, err: expect.stringContaining('This is XML') })
  expect((await pool.query(`select 1 from suppliers where name = 'Nobody'`)).rowCount).toBe(0)
}, 60_000)

test('a wrong call is exit code 2 and says how it is called', async () => {
  const calls = [
    [],
    ['--supplier', 'A', '--wrong', 'x.csv'],
    ['--supplier', 'A', path.join(folder, 'none.csv')],
  ]
  const answers = await Promise.all(calls.map((args) => run(...args)))
  expect(answers.map(({ code }) => code)).toEqual([2, 2, 2])
  expect(answers.map(({ err }) => err.split('\n')[0])).toEqual([
    'Say whose pieces these are: --supplier NAME.',
    expect.stringContaining("Unknown option '--wrong'"),
    expect.stringMatching(/^There is no file .*none\.csv\.$/),
  ])
}, 60_000)
