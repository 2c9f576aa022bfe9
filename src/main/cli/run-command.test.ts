import { writeFile, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { captureCommand, type CommandOutput } from '#tests/shop/command.ts'
import { serverCommand, shopCommand } from '../../../scripts/command.ts'
import { describeFailure } from './run-command.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'words-'))
afterAll(() => rm(folder, { recursive: true }))
const existingFile = path.join(folder, 'feed.csv')
await writeFile(existingFile, 'Handle,Title,Type,Variant Price\na,A,Ring,5\n')

/** Port 1 of this machine, where nothing listens. */
const UNREACHABLE_URL = 'postgres://shop:a-secret@127.0.0.1:1/shop'

/** Runs an npm script or the server with only these settings; returns its exit code and errors. */
function run(
  command: string,
  settings: Record<string, string>,
  args: readonly string[] = [],
): Promise<CommandOutput> {
  return captureCommand(command === 'server' ? serverCommand() : shopCommand(command, ...args), {
    settings: { DATA_DIR: folder, ...settings },
  })
}

test.each([
  ['migrate', []],
  ['import', ['--supplier', 'Atelier', existingFile]],
  ['server', []],
])('%s reports that the database does not answer, and names the setting to check', async (command, args) => {
  const { code, err } = await run(command, { DATABASE_URL: UNREACHABLE_URL, DEMO: 'off' }, args)
  expect(code).toBe(1)
  expect(err.trim().split('\n')).toEqual([
    'connect ECONNREFUSED 127.0.0.1:1',
    'The database doesn’t respond. Check that it is running and that DATABASE_URL is correct. Without DATABASE_URL the shop starts its own.',
  ])
})

test.each(['migrate', 'server'])('%s names the invalid settings', async (command) => {
  const { code, err } = await run(command, { PORT: 'many', DATABASE_URL: 'mysql://x' })
  expect(code).toBe(1)
  expect(err).toContain('PORT: must be a whole number')
  expect(err).toContain('DATABASE_URL: must begin with postgres://')
  expect(err).not.toContain('    at ')
})

test('reports a data folder that is not a folder', async () => {
  const { code, err } = await run('server', { DATA_DIR: existingFile })
  expect(code).toBe(1)
  expect(err).toContain(existingFile)
  expect(err).toContain('Set DATA_DIR to a writable folder')
  expect(err).not.toContain('    at ')
})

test('names the settings to change for a used port and a wrong password, and shows no query values', () => {
  const portInUse = Object.assign(new Error('listen EADDRINUSE: address already in use'), {
    code: 'EADDRINUSE',
  })
  expect(describeFailure(portInUse)).toContain('Set PORT to a different port')
  const password = Object.assign(new Error('password authentication failed'), { code: '28P01' })
  expect(describeFailure(password)).toContain('Check the user, password and database name')
  const query = new Error('Failed query: select 1\nparams: mei@shopper.example')
  expect(describeFailure(query)).toBe('Failed query: select 1')
})
