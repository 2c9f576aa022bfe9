import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/connections/open-database.ts'
import { accounts } from '#features/identity/accounts/tables.ts'
import { captureCommand, type CommandOutput } from '#tests/shop/command.ts'
import { shopCommand } from '../../../scripts/command.ts'
import { recordRunningShop, type RunningShop } from './running-shops.ts'

// A project folder, and a shop running from it with another data folder. This process acts as the shop's process.
const projectFolder = await mkdtemp(path.join(os.tmpdir(), 'project-'))
const dataDir = path.join(await mkdtemp(path.join(os.tmpdir(), 'data-')), 'shop')
const database = await openDatabase({ dataDir, log: () => undefined })
await migrate(database.pool)
const SHOP: RunningShop = { pid: process.pid, address: 'http://localhost:3000', dataDir, database: undefined }
const folder = path.join(projectFolder, '.cache/running')

beforeEach(async () => {
  await database.db.delete(accounts)
  await rm(projectFolder, { recursive: true })
  await mkdir(projectFolder)
})
afterAll(async () => {
  await database.close()
  await rm(projectFolder, { recursive: true })
  await rm(path.dirname(dataDir), { recursive: true })
})

const COMMANDS: readonly (readonly [string, ...string[]])[] = [
  ['operator', '--email', 'olga@shop.example'],
  ['verify-supplier', '--supplier', 'Nobody'],
  ['import', '--supplier', 'Nobody', fileURLToPath(import.meta.url)],
  ['audit'],
  ['migrate'],
]

/** Runs a command of `npm run` in the project's folder. */
function run(
  [command, ...args]: readonly [string, ...string[]],
  settings: Record<string, string> = {},
): Promise<CommandOutput> {
  return captureCommand(shopCommand(command, ...args), { settings, folder: projectFolder })
}

const operators = async () => (await database.db.select().from(accounts)).map(({ email }) => email)

test('no command creates a database without a shop, and each names the settings to check', async () => {
  const refusals = async (settings: Record<string, string>, place: string) => {
    for (const { code, err } of await Promise.all(COMMANDS.map((command) => run(command, settings)))) {
      expect([code, err.split('\n')[0]]).toEqual([1, `No shop found in ${path.join(projectFolder, place)}.`])
      expect(err).toContain('set DATA_DIR or DATABASE_URL')
    }
    expect(existsSync(path.join(projectFolder, place))).toBe(false)
  }
  await refusals({}, '.data')
  await refusals({ DATA_DIR: 'elsewhere' }, 'elsewhere')
})

test('a command works on the running shop with another data folder, and reports it', async () => {
  const forget = await recordRunningShop(SHOP, folder)
  const { code, err } = await run(['operator', '--email', 'olga@shop.example'])
  expect([code, await operators()]).toEqual([0, ['olga@shop.example']])
  expect(err).toContain(`Using the shop at http://localhost:3000 (DATA_DIR=${dataDir}).`)
  expect(existsSync(path.join(projectFolder, '.data'))).toBe(false)
  for (const command of COMMANDS.slice(1)) expect((await run(command)).err).toContain(`(DATA_DIR=${dataDir})`)
  await forget()
  expect((await run(['audit'])).code).toBe(1)
})

test('rejects a DATA_DIR without a shop, and lists the running shops', async () => {
  await recordRunningShop(SHOP, folder)
  const { code, err } = await run(['operator', '--email', 'olga@shop.example'], { DATA_DIR: 'typo' })
  expect([code, await operators()]).toEqual([1, []])
  expect(err).toContain(`http://localhost:3000 with DATA_DIR=${dataDir}`)
  expect((await run(['audit'], { DATA_DIR: dataDir })).code).toBe(0)
})

test('does not choose between several running shops, and requires DATABASE_URL for one that uses it', async () => {
  await recordRunningShop({ ...SHOP, dataDir: '/data/other', database: 'db.example/shop' }, folder)
  const one = await run(['operator', '--email', 'olga@shop.example'])
  expect([one.code, one.err]).toEqual([1, expect.stringContaining('with DATABASE_URL at db.example/shop')])
  // The parent process is certain to be running.
  await recordRunningShop({ ...SHOP, pid: process.ppid, address: 'http://localhost:3001' }, folder)
  const two = await run(['operator', '--email', 'olga@shop.example'])
  expect(two.code).toBe(1)
  for (const address of ['http://localhost:3000', 'http://localhost:3001']) expect(two.err).toContain(address)
  expect(await operators()).toEqual([])
})

test('ignores records of crashed shops and invalid records', async () => {
  const exitedProcess = spawn(process.execPath, ['-e', ''])
  await new Promise((resolve) => exitedProcess.on('close', resolve))
  await recordRunningShop({ ...SHOP, pid: exitedProcess.pid ?? 0 }, folder)
  await writeFile(path.join(folder, '1.json'), '{"pid":')
  expect((await run(['audit'])).err).toContain('No shop found in')
})

test('only migrate sets up an empty database', async () => {
  const empty = new URL(database.url)
  empty.pathname = '/empty'
  await database.pool.query('create database empty')
  const settings = { DATABASE_URL: empty.href }
  const refused = await run(['operator', '--email', 'olga@shop.example'], settings)
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('npm run migrate')])
  expect((await run(['migrate'], settings)).code).toBe(0)
  expect((await run(['operator', '--email', 'olga@shop.example'], settings)).code).toBe(0)
})
