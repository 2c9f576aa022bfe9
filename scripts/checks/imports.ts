import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { FEATURES, LAYERS, importRules } from './import-rules.ts'

/**
 * Returns the errors of the imports below `root`/src, a sentence each.
 *
 * The tool that reads the imports passes over what it cannot parse without a word, so a file it left out, or in
 * which it saw no import where there is one, counts as a fault too.
 */
export async function findImportErrors(root: string, read = readImports): Promise<string[]> {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).sort()
  if (files.length === 0) return [`no sources found below ${root}/src`]
  const { modules, summary } = await read(root)
  return [...findUnknownFolders(files), ...findUnreadFiles(root, files, modules), ...listViolations(summary)]
}

/** The part of the tool's answer that is looked at. */
type CruiseResult = Readonly<{
  modules: readonly { source: string; dependencies: readonly unknown[] }[]
  summary: { violations: readonly { from: string; to: string; rule: { name: string } }[] }
}>

/** As Node and Vite resolve: a package's `exports` and the `imports` of our own package.json (`#core/*` …). */
const RESOLVE_OPTIONS = {
  extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
  exportsFields: ['exports'],
  importsFields: ['imports'],
  conditionNames: ['import', 'node', 'default', 'types', 'style'],
  bustTheCache: true,
}

async function readImports(root: string): Promise<CruiseResult> {
  const answer = await cruise(
    ['src'],
    {
      baseDir: root,
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      validate: true,
      ruleSet: { forbidden: importRules() },
    },
    RESOLVE_OPTIONS,
  )
  if (typeof answer.output === 'string') throw new Error(`unexpected answer: ${answer.output.slice(0, 200)}`)
  return answer.output
}

/** The folders outside of all layers, to which no rule would apply. */
function findUnknownFolders(files: string[]): string[] {
  const layers = new Set<string>(LAYERS.map(({ floor }) => floor.replace(/\/.*/, '')))
  const features = new Set<string>(FEATURES)
  return files.flatMap((file) => {
    const [, layer = '', area = '', feature = ''] = file.split('/')
    if (layer === 'main' || (layers.has(layer) && layer !== 'features')) return []
    if (layer === 'features' && features.has(`${area}/${feature}`)) return []
    return [`${file}: stands on no floor of scripts/checks/import-rules.ts`]
  })
}

/** A statement that imports, even in a file that cannot be parsed. */
const IMPORTS = /^(import|export) [^=;()]*?\bfrom '[^']+'$|^import '[^']+'$/m

function findUnreadFiles(root: string, files: string[], modules: CruiseResult['modules']): string[] {
  const dependencies = new Map(modules.map((module) => [module.source, module.dependencies.length]))
  return files.flatMap((file) => {
    const count = dependencies.get(file)
    if (count === undefined) return [`${file}: was not read`]
    const imports = IMPORTS.test(readFileSync(join(root, file), 'utf8'))
    return imports && count === 0 ? [`${file}: its imports were not read`] : []
  })
}

function listViolations(summary: CruiseResult['summary']): string[] {
  return summary.violations.map(({ from, to, rule }) => `${from} → ${to} breaks «${rule.name}»`)
}

if (import.meta.main) {
  const errors = await findImportErrors(process.cwd())
  for (const error of errors) console.error(error)
  process.exitCode = errors.length > 0 ? 1 : 0
}
