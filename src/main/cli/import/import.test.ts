import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { captureCommand, type CommandOutput } from '#tests/shop/command.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { shopCommand } from '../../../../scripts/command.ts'

const { pool, url } = await createTestDatabase()
const folder = await mkdtemp(path.join(os.tmpdir(), 'import-'))
afterAll(() => rm(folder, { recursive: true }))

async function writeFeed(name: string, rows: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, `Handle,Title,Type,Variant Price,Image Src\n${rows}`)
  return file
}

/** Runs the command without a terminal; returns its exit code and output. */
function run(...args: readonly string[]): Promise<CommandOutput> {
  return captureCommand(shopCommand('import', ...args), {
    settings: { DATABASE_URL: url, DATA_DIR: folder },
  })
}

const apply = (...args: readonly string[]) => run('--apply', ...args)

test('shows the plan and writes nothing until --apply, and a second plan has no changes', async () => {
  const first = await writeFeed('plan.csv', 'a,Dot Ring,Ring,5,\nb,Bar Ring,Ring,7,\n')
  const listPrices = async () =>
    (
      await pool.query<{ name: string; price: number }>(
        `select p.name, p.price_amount as price from products p join suppliers s on s.id = p.supplier_id
         where s.name = 'Planner' order by p.id`,
      )
    ).rows.map(({ name, price }) => `${name} ${price}`)
  const planned = await run('--supplier', 'Planner', first)
  expect(planned).toMatchObject({ code: 0, err: '' })
  expect(planned.out).toContain('plan: created 2, updated 0, unchanged 0, refused 0')
  expect(planned.out).toContain('Run it again with --apply')
  expect(await listPrices()).toEqual([])
  expect((await apply('--supplier', 'Planner', first)).out).toContain('\ncreated 2, updated 0')
  const second = await writeFeed('plan2.csv', 'a,Dot Ring,Ring,6,\nb,Bar Ring,Ring,7,\n')
  const changed = await run('--supplier', 'Planner', second)
  expect(changed.out).toContain('change Dot Ring\n  Price: $5.00 → $6.00\n')
  expect(await listPrices()).toEqual(['Dot Ring 500', 'Bar Ring 700'])
  expect((await apply('--supplier', 'Planner', second)).out).toContain('created 0, updated 1, unchanged 1')
  expect(await listPrices()).toEqual(['Dot Ring 600', 'Bar Ring 700'])
  expect((await run('--supplier', 'Planner', second)).out).toContain('created 0, updated 0, unchanged 2')
})

test('imports a feed for a new supplier, prints the totals last, and requests its pictures', async () => {
  const file = await writeFeed(
    'good.csv',
    'a,A,Ring,5,https://a.example/1.jpg\nb,B,Ring,free,\nc,C,Ring,7,\n',
  )
  const first = await apply('--supplier', 'Atelier Nord', '--country', 'dk', file)
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out).toContain('refused line 3 (b): The price “free” is not an amount in dollars and cents.')
  expect(first.out).toContain('note, 2 ×: Stock is not tracked: 100 units assumed. (line 2, 4)\n')
  expect(first.out.trim().split('\n').at(-1)).toMatch(
    /^created 2, updated 0, unchanged 0, refused 1 \(of 3 rows, \d+\.\d s\)$/,
  )
  expect(
    (await pool.query(`select name, is_verified, country from suppliers where name = 'Atelier Nord'`)).rows,
  ).toEqual([{ name: 'Atelier Nord', is_verified: true, country: 'DK' }])
  expect(
    (await pool.query(`select name from pgboss.job where name = 'catalog.fetch-pictures'`)).rowCount,
  ).toBe(1)
  expect((await apply('--supplier', 'Atelier Nord', file)).out).toContain(
    'created 0, updated 0, unchanged 2, refused 1',
  )
})

test('dates the stock by the file’s modification time, or by --as-of', async () => {
  const file = await writeFeed('counted.csv', 'a,A,Ring,5,\n')
  await utimes(file, new Date('2026-03-01T08:30:00Z'), new Date('2026-03-01T08:30:00Z'))
  const readCountedAt = async () =>
    (
      await pool.query(
        `select max(v.counted_at) as at from product_variants v join suppliers s on s.id = v.supplier_id where s.name = 'Counted'`,
      )
    ).rows[0].at
  const first = await apply('--supplier', 'Counted', file)
  expect(first.out).toContain('stock as of 2026-03-01 08:30 UTC')
  expect(await readCountedAt()).toEqual(new Date('2026-03-01T08:30:00Z'))
  const again = await writeFeed('counted-again.csv', 'a,A,Ring,6,\n')
  const output = await apply('--supplier', 'Counted', '--as-of', '2026-03-02T10:00+02:00', again)
  expect(output.out).toContain('stock as of 2026-03-02 08:00 UTC')
  expect(await readCountedAt()).toEqual(new Date('2026-03-02T08:00:00Z'))
  for (const invalidTime of ['yesterday', '2026-02-31T10:00Z', '2999-01-01T00:00Z'])
    expect((await run('--supplier', 'Counted', '--as-of', invalidTime, file)).code).toBe(2)
})

test('rejects a file with an ambiguous encoding, and imports it with --encoding', async () => {
  const file = path.join(folder, 'unsure.csv')
  await writeFile(file, Buffer.from('Handle,Title,Type,Variant Price\na,Na\u00efve ring,Ring,5\n', 'latin1'))
  const unsure = await run('--supplier', 'Unsure', file)
  expect(unsure.code).toBe(1)
  expect(unsure.err).toContain('Choose one with --encoding')
  const output = await apply('--supplier', 'Unsure', '--encoding', 'cp1252', file)
  expect(output.out).toContain('read as Windows-1252, stock as of')
  expect((await pool.query(`select name from products where name like 'Na%'`)).rows).toEqual([
    { name: 'Naïve ring' },
  ])
  expect((await run('--supplier', 'Unsure', '--encoding', 'klingon', file)).code).toBe(2)
})

const NO_EMAIL_NOTE =
  'note: the supplier has no email address and gets no order emails. Set one with --email.'

test('the report warns that a supplier without an email address gets no order emails', async () => {
  const file = await writeFeed('mail.csv', 'a,A,Ring,5,\n')
  const readContactEmail = async () =>
    (await pool.query(`select contact_email from suppliers where name = 'Silent'`)).rows
  const without = await apply('--supplier', 'Silent', '--country', 'pt', file)
  expect(without.out.trim().split('\n').slice(-2)).toEqual([
    NO_EMAIL_NOTE,
    expect.stringMatching(/^created 1, /),
  ])
  const output = await apply('--supplier', 'Silent', '--email', ' Orders@silent.example ', file)
  expect(output).toMatchObject({ code: 0, err: '' })
  expect(output.out).not.toContain(NO_EMAIL_NOTE)
  expect(await readContactEmail()).toEqual([{ contact_email: 'Orders@silent.example' }])
  expect((await apply('--supplier', 'Silent', file)).out).not.toContain(NO_EMAIL_NOTE)
  expect(await readContactEmail()).toEqual([{ contact_email: 'Orders@silent.example' }])
  expect((await pool.query(`select country from suppliers where name = 'Silent'`)).rows).toEqual([
    { country: 'PT' },
  ])
  const fresh = await apply('--supplier', 'Fresh', '--email', 'a@fresh.example', file)
  expect(fresh.out).not.toContain(NO_EMAIL_NOTE)
})

test('imports nothing when the supplier is ambiguous or owned by an account', async () => {
  const file = await writeFeed('squatted.csv', 'a,A,Ring,5,\n')
  const products = async () =>
    (
      await pool.query(
        'select 1 from products where supplier_id in (select id from suppliers where name ilike $1)',
        ['squatted%'],
      )
    ).rowCount
  const insert = (slug: string, owner: number | null) =>
    pool.query(
      `insert into suppliers (public_id, slug, name, country, owner_id) values ($1, $1, 'Squatted', 'SG', $2)`,
      [slug, owner],
    )
  const owner = await pool.query(
    `insert into accounts (public_id, email, first_name, last_name, type, created_at)
     values ('usr_squatter', 'first@squatter.example', 'Eve', 'Tan', 'manufacturer', now()) returning id`,
  )
  await insert('squatted', owner.rows[0].id)
  const unverified = await apply('--supplier', 'Squatted', file)
  expect([unverified.code, await products()]).toEqual([1, 0])
  expect(unverified.err).toContain('first@squatter.example')
  expect(unverified.err).toContain('--short-name squatted')

  await insert('squatted-0a1b2c3d', null)
  const ambiguous = await apply('--supplier', 'Squatted', file)
  expect([ambiguous.code, await products()]).toEqual([1, 0])
  expect(ambiguous.err).toContain('2 suppliers are named “Squatted”')
  const output = await apply('--short-name', 'squatted-0a1b2c3d', file)
  expect([output.code, await products()]).toEqual([0, 1])
  expect((await run('--short-name', 'squat', file)).err).toBe('No supplier has the short name squat.\n')
})

test('exits with 1 when nothing was imported, and creates no supplier for an invalid file', async () => {
  const bad = await apply('--supplier', 'Bad', await writeFeed('bad.csv', 'a,A,Ring,free,\n'))
  expect(bad.code).toBe(1)
  expect(bad.out).toContain('Nothing was imported')
  const mostlyBad = await writeFeed('mostly.csv', 'a,A,Ring,free,\nb,B,Ring,free,\nc,C,Ring,5,\n')
  expect((await apply('--supplier', 'Bad', mostlyBad)).out).toContain('2 of 3 products would be refused')
  expect((await apply('--force', '--supplier', 'Bad', mostlyBad)).out).toContain('created 1, updated 0')
  const file = path.join(folder, 'feed.xml')
  await writeFile(file, '<?xml version="1.0"?><rss/>')
  const none = await run('--supplier', 'Nobody', file)
  expect(none).toMatchObject({ code: 1, err: expect.stringContaining('This is XML') })
  expect((await pool.query(`select 1 from suppliers where name = 'Nobody'`)).rowCount).toBe(0)
})

test('exits with 2 and shows the usage for invalid arguments', async () => {
  const calls = [
    [],
    ['--supplier', 'A', '--wrong', 'x.csv'],
    ['--supplier', 'A', path.join(folder, 'none.csv')],
    ['--supplier', 'A', '--email', 'nobody', 'x.csv'],
  ]
  const answers = await Promise.all(calls.map((args) => run(...args)))
  expect(answers.map(({ code }) => code)).toEqual([2, 2, 2, 2])
  expect(answers.map(({ err }) => err.split('\n')[0])).toEqual([
    'Name the supplier: --supplier NAME or --short-name SHORT.',
    expect.stringContaining("Unknown option '--wrong'"),
    expect.stringMatching(/^File not found: .*none\.csv$/),
    'nobody is not an email address.',
  ])
})
