import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findImportErrors } from './imports.ts'

const VALUE = 'export const planted = 1\n'

/** Planted violations: the reason, the file, its import, and the violated rule. */
const VIOLATIONS = [
  {
    wrong: 'a lower floor imports a higher one',
    file: 'src/core/planted.ts',
    imports: '#features/messaging/chat/service.ts',
    rule: 'core',
  },
  {
    wrong: 'the core imports a package',
    file: 'src/core/planted-packages.ts',
    imports: 'node:fs',
    rule: 'core: runs in the browser too, so nothing but itself',
  },
  {
    wrong: 'the database imports the platform',
    file: 'src/database/planted.ts',
    imports: '#platform/planted-two.ts',
    rule: 'database',
  },
  {
    wrong: 'the platform imports a feature',
    file: 'src/platform/planted.ts',
    imports: '#features/messaging/chat/contract.ts',
    rule: 'platform',
  },
  {
    wrong: 'a feature imports a later one',
    file: 'src/features/catalogue/catalog/planted.ts',
    imports: '#features/messaging/chat/service.ts',
    rule: 'features/catalogue/catalog',
  },
  {
    wrong: 'a feature imports past the door of an earlier one',
    file: 'src/features/stores/onboarding/planted.ts',
    imports: '#features/messaging/chat/conversations/conversation-queries.ts',
    rule: 'features/stores/onboarding',
  },
  {
    wrong: 'a query imports its routes',
    file: 'src/features/messaging/chat/planted-queries.ts',
    imports: './routes.ts',
    rule: 'feature: what a service is made of does not know it',
  },
  {
    wrong: 'a query in a room of its own imports the routes of another',
    file: 'src/features/messaging/chat/live/planted-queries.ts',
    imports: '../planted/planted-routes.ts',
    rule: 'feature: what a service is made of does not know it',
  },
  {
    wrong: 'rules in a room of their own import the database',
    file: 'src/features/messaging/chat/live/planted-rules.ts',
    imports: '#database/database.ts',
    rule: 'rules: values in, values out; no database',
  },
  {
    wrong: 'a service imports a job',
    file: 'src/features/messaging/chat/live/planted.ts',
    imports: '../jobs.ts',
    rule: 'feature: nothing below the routes and jobs knows them',
  },
  {
    wrong: 'a contract imports a query',
    file: 'src/features/messaging/chat/live/planted-contract.ts',
    imports: '../planted-queries.ts',
    rule: 'feature: tables, contract and port stand at the bottom',
  },
  {
    wrong: 'a connector imports a service',
    file: 'src/connectors/planted/service.ts',
    imports: '#features/messaging/chat/service.ts',
    rule: 'connectors',
  },
  {
    wrong: 'a connector imports another connector',
    file: 'src/connectors/planted/other.ts',
    imports: '#connectors/planted-too/other.ts',
    rule: 'connectors',
  },
  {
    wrong: 'the web imports a query',
    file: 'src/web/planted.tsx',
    imports: '#features/messaging/chat/conversations/conversation-queries.ts',
    rule: 'web',
  },
  {
    wrong: 'the web imports more than types of a contract',
    file: 'src/web/planted-contract.tsx',
    imports: '#features/messaging/chat/contract.ts',
    rule: 'web: types only of a contract',
  },
  {
    wrong: 'one audience imports the pages of another',
    file: 'src/web/account/planted.tsx',
    imports: '#web/operator/planted.tsx',
    rule: 'web: one audience never uses the pages of another',
  },
  {
    wrong: 'a folder for other people imports the pages of another',
    file: 'src/web/brand-new/planted.tsx',
    imports: '#web/operator/planted.tsx',
    rule: 'web: one audience never uses the pages of another',
  },
  {
    wrong: 'the shop imports a part of the consoles',
    file: 'src/web/storefront/planted.tsx',
    imports: '#web/console/planted.tsx',
    rule: 'web: the shop loads nothing of the consoles',
  },
  {
    wrong: 'the web imports the schema library',
    file: 'src/web/planted-schema.tsx',
    imports: 'zod',
    rule: 'web: no schema library in the browser',
  },
  {
    wrong: 'a source imports a file of the tests',
    file: 'src/platform/planted-tests.ts',
    imports: '#tests/planted.ts',
    rule: 'tests are imported by tests only',
  },
  {
    wrong: 'the application is imported from below',
    file: 'src/platform/planted-main.ts',
    imports: '#main/planted.ts',
    rule: 'platform',
  },
  {
    wrong: 'an import leads nowhere',
    file: 'src/platform/planted-nowhere.ts',
    imports: './nowhere.ts',
    rule: 'every import leads somewhere',
  },
  {
    wrong: 'a file imports what imports it',
    file: 'src/platform/planted-one.ts',
    imports: '#platform/planted-two.ts',
    rule: 'no import in a circle',
  },
] as const

/** Files that the planted ones import, and files with allowed imports. */
const OTHER_FILES: Record<string, string> = {
  'src/core/money.ts': VALUE,
  'src/database/database.ts': VALUE,
  'src/features/messaging/chat/jobs.ts': VALUE,
  'src/features/messaging/chat/conversations/conversation-queries.ts': VALUE,
  'src/features/messaging/chat/contract.ts': 'export type Planted = 1\nexport const planted = 1\n',
  'src/features/messaging/chat/service.ts': VALUE,
  'src/features/messaging/chat/routes.ts': VALUE,
  'src/features/messaging/chat/planted/planted-routes.ts': VALUE,
  'src/connectors/planted-too/other.ts': VALUE,
  'src/web/operator/planted.tsx': VALUE,
  'src/web/console/planted.tsx': VALUE,
  'tests/planted.ts': VALUE,
  'src/main/planted.ts':
    "import { planted } from '#features/messaging/chat/planted-queries.ts'\nexport const all = planted\n",
  'src/platform/planted-two.ts': "import './planted-one.ts'\nexport const planted = 1\n",
  'src/utils/planted.ts': VALUE,
  'src/features/gifts/cards/planted.ts': VALUE,
  'src/web/permitted.tsx':
    "import type { Planted } from '#features/messaging/chat/contract.ts'\nexport type All = Planted\n",
  'src/features/stores/onboarding/permitted.ts':
    "import { planted } from '#features/messaging/chat/service.ts'\nexport const all = planted\n",
  'src/platform/permitted.test.ts':
    "import { planted } from '#features/messaging/chat/planted-queries.ts'\nexport const all = planted\n",
}

let root: string
let errors: string[]

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'cabochon-imports-'))
  cpSync('package.json', join(root, 'package.json'))
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  for (const [path, text] of Object.entries(OTHER_FILES)) writeSource(path, text)
  for (const { file, imports } of VIOLATIONS)
    writeSource(file, `import '${imports}'\nexport const planted = 1\n`)
  errors = await findImportErrors(root)
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

function writeSource(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

test.each(VIOLATIONS)('rejects an import: $wrong', ({ file, rule }) => {
  expect(
    errors.filter((fault) => fault.startsWith(`${file} → `) && fault.endsWith(`«${rule}»`)),
  ).toHaveLength(1)
})

test('accepts imports that the layers allow', () => {
  expect(errors.filter((fault) => /permitted|^src\/main\/planted/.test(fault))).toEqual([])
})

test('rejects a folder that belongs to no layer', () => {
  expect(errors.filter((fault) => fault.includes('stands on no floor'))).toEqual([
    expect.stringContaining('src/features/gifts/cards/planted.ts'),
    expect.stringContaining('src/utils/planted.ts'),
  ])
})

test('reports sources that were not read, or whose imports were not read', async () => {
  const summary = { violations: [] }
  const blind = await findImportErrors(root, async () => ({ modules: [], summary }))
  expect(blind).toContain('src/core/money.ts: was not read')

  const modules = [{ source: 'src/platform/planted-two.ts', dependencies: [] }]
  const partialErrors = await findImportErrors(root, async () => ({ modules, summary }))
  expect(partialErrors).toContain('src/platform/planted-two.ts: its imports were not read')
})
