import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { matchesPassword } from '#features/identity/accounts/sessions/passwords.ts'
import { accounts, sessions } from '#features/identity/accounts/tables.ts'
import { suppliers } from '#features/catalogue/suppliers/tables.ts'
import { captureCommand, type CommandOutput } from '#tests/shop/command.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { shopCommand } from '../../../scripts/command.ts'

const { db, url, reset } = await createTestDatabase()
beforeEach(reset)
const folder = await mkdtemp(path.join(os.tmpdir(), 'accounts-'))
afterAll(() => rm(folder, { recursive: true }))

/** Runs a command of `npm run`; returns its exit code and output. */
function run(
  command: string,
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<CommandOutput> {
  return captureCommand(shopCommand(command, ...args), {
    settings: { DATABASE_URL: url, DATA_DIR: folder, ...settings },
  })
}

test('creates an operator with a password that is shown once and works', async () => {
  const { code, out } = await run('operator', ['--email', 'Olga@Shop.example'])
  expect([code, out]).toEqual([0, expect.stringContaining('Olga@Shop.example is now an operator.')])
  const password = /^Password: (\S{43})$/m.exec(out)?.[1] ?? ''
  const [operator] = await db.select().from(accounts)
  expect(operator).toMatchObject({
    email: 'olga@shop.example',
    type: 'operator',
    emailVerifiedAt: expect.any(Date),
  })
  expect(await matchesPassword(operator?.passwordHash, password)).toBe(true)
})

test('resets the second factor of an operator without phone and recovery codes, and ends all sessions', async () => {
  const now = new Date()
  const { id, email } = await createSignedInAccount(db, now, { type: 'operator', withPassword: true })
  await db.execute(sql`
    insert into totp_secrets (account_id, sealed, created_at, confirmed_at) values (${id}, '\\x01', ${now}, ${now})`)
  const { code, out } = await run('operator', ['--email', email, '--reset-second-factor'])
  expect([code, out]).toEqual([0, expect.stringContaining('The second factor is removed.')])
  expect(await db.select().from(sessions).where(isNull(sessions.endedAt))).toEqual([])
  const again = await run('operator', ['--email', email, '--reset-second-factor'])
  expect(again.out).toContain('This operator has no second factor.')
})

test('uses a password from the environment without showing it, and rejects a common one', async () => {
  const args = ['--email', 'olga@shop.example']
  const common = await run('operator', args, { OPERATOR_PASSWORD: 'password' })
  expect([common.code, common.err]).toEqual([1, expect.stringContaining('too common')])
  const { code, out } = await run('operator', args, { OPERATOR_PASSWORD: 'amber over slate' })
  expect([code, out]).toEqual([0, 'olga@shop.example is now an operator.\n'])
  const [operator] = await db.select().from(accounts)
  expect(await matchesPassword(operator?.passwordHash, 'amber over slate')).toBe(true)
})

test('makes an existing account an operator, and signs it out when it sets a password', async () => {
  const { email } = await createSignedInAccount(db, new Date())
  const { code, out } = await run('operator', ['--email', email], { OPERATOR_PASSWORD: 'amber over slate' })
  expect([code, out]).toEqual([0, `The existing account ${email} is now an operator.\n`])
  expect(await db.select().from(accounts)).toMatchObject([{ email, type: 'operator' }])
  expect(await db.select().from(sessions)).toMatchObject([{ endedAt: expect.any(Date) }])
})

test('verifies a supplier by name, and removes the verification', async () => {
  const { name } = await createTestSupplier(db, { isVerified: false })
  const isVerified = async () => (await db.select().from(suppliers)).map((each) => each.isVerified)
  const on = await run('verify-supplier', ['--supplier', name.toLowerCase().replace(' ', '  ')])
  expect([on, await isVerified()]).toMatchObject([{ code: 0 }, [true]])
  const off = await run('verify-supplier', ['--supplier', name, '--off'])
  expect([off, await isVerified()]).toMatchObject([{ code: 0 }, [false]])
  const unknown = await run('verify-supplier', ['--supplier', 'Nobody'])
  expect(unknown).toMatchObject({ code: 1, err: 'No supplier has the name Nobody.\n' })
})

/** Creates two suppliers with the same name, as two sign-ups do: the second short name has a suffix. */
async function createNamesakes() {
  const name = 'Atelier Lumen'
  const [first, second] = [
    await createTestSupplier(db, { name, isVerified: false }),
    await createTestSupplier(db, { name, isVerified: false }),
  ]
  await db.update(suppliers).set({ slug: 'atelier-lumen' }).where(eq(suppliers.id, first.id))
  await db.update(suppliers).set({ slug: 'atelier-lumen-4f2a91c0' }).where(eq(suppliers.id, second.id))
  const owner = await createSignedInAccount(db, new Date(), { type: 'manufacturer', owns: second })
  const verified = async () =>
    (await db.select().from(suppliers).where(eq(suppliers.isVerified, true))).map(({ slug }) => slug)
  return { name, owner, verified }
}

test('rejects an ambiguous supplier name with the list of suppliers', async () => {
  const { name, owner, verified } = await createNamesakes()
  const refused = await run('verify-supplier', ['--supplier', name])
  expect([refused.code, refused.out, await verified()]).toEqual([1, '', []])
  expect(refused.err).toContain('2 suppliers are named “Atelier Lumen”')
  const createdOn = new Date().toISOString().slice(0, 10)
  const [, first, second] = refused.err.split('\n')
  expect(first).toBe(`  atelier-lumen           no account, since ${createdOn}, not verified`)
  expect(second).toBe(`  atelier-lumen-4f2a91c0  ${owner.email}, since ${createdOn}, not verified`)
  expect(refused.err).toContain('--short-name atelier-lumen')

  // The first short name is as ambiguous as the name.
  expect((await run('verify-supplier', ['--supplier', 'atelier-lumen'])).code).toBe(1)
  const output = await run('verify-supplier', ['--short-name', 'atelier-lumen-4f2a91c0'])
  expect([output.code, await verified()]).toEqual([0, ['atelier-lumen-4f2a91c0']])
  expect(output.out).toContain(`atelier-lumen-4f2a91c0, ${owner.email}`)
  const unknown = await run('verify-supplier', ['--short-name', 'atelier'])
  expect(unknown).toMatchObject({ code: 1, err: 'No supplier has the short name atelier.\n' })
})

test.each([
  ['operator', []],
  ['operator', ['--mail', 'x']],
  ['verify-supplier', []],
  ['verify-supplier', ['--supplier', ' ']],
])('%s shows its usage for the arguments %o', async (command, args) => {
  const { code, err } = await run(command, args)
  expect([code, err]).toEqual([2, expect.stringContaining(`usage: npm run ${command}`)])
})
