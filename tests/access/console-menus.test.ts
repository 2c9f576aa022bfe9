import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { EndpointSpec } from '#platform/http/calls/endpoint.ts'
import { OPERATOR } from '#web/operator/console/addresses.ts'
import { SUPPLIER } from '#web/supplier/console/addresses.ts'
import { VENDOR } from '#web/vendor/console/addresses.ts'

// Compares the menus and sections of the consoles with the contracts of the calls that their pages make.
const MODULES = import.meta.glob<Record<string, unknown>>('/src/features/**/*contract.ts', { eager: true })

const CONSOLES = [
  { audience: 'supplier', type: 'manufacturer', name: 'SUPPLIER', addresses: SUPPLIER },
  { audience: 'vendor', type: 'vendor', name: 'VENDOR', addresses: VENDOR },
  { audience: 'operator', type: 'operator', name: 'OPERATOR', addresses: OPERATOR },
] as const

type Console = (typeof CONSOLES)[number]
type Section = Readonly<{ name: string; needs: string | undefined; file: string }>

/** The permission that an account type needs for a call, by `METHOD /path`. */
function listPermissions(type: string): Map<string, string> {
  const specs = Object.values(MODULES).flatMap((module) => Object.values(module).filter(isEndpoint))
  return new Map(
    specs.flatMap(({ method, path: address, access }) => {
      const permission =
        access instanceof Object ? Object.entries(access).find(([one]) => one === type) : undefined
      return permission ? [[`${method} ${address}`, permission[1]] as const] : []
    }),
  )
}

function isEndpoint(value: unknown): value is EndpointSpec {
  return value instanceof Object && 'method' in value && 'path' in value && 'answer' in value
}

/** Returns the sections of a console as its files declare them: `name: { needs: '…', View: … import('…') }`. */
function listSections(audience: string): Map<string, Section> {
  const sections = globSync(`src/web/${audience}/console/*{page,sections}.ts*`).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^ {2}(?:'([^']*)'|(\w+)): \{\n([\s\S]*?)^ {2}\},/gm)].flatMap(
      ([, quoted, plain, body = '']) => {
        const view = /import\('([^']+)'\)/.exec(body)?.[1]
        const needs = /needs: '([^']+)'/.exec(body)?.[1]
        return view ? [{ name: quoted ?? plain ?? '', needs, file: resolveImport(file, view) }] : []
      },
    ),
  )
  return new Map(sections.map((section) => [section.name, section]))
}

function resolveImport(from: string, specifier: string): string {
  if (specifier.startsWith('#web/')) return specifier.replace('#web/', 'src/web/')
  return path.posix.join(path.posix.dirname(from), specifier)
}

/** Returns the permissions for the calls of a page: in its file and in the files of its console that it imports. */
function listPagePermissions(
  file: string,
  audience: string,
  permissions: ReadonlyMap<string, string>,
): string[] {
  const visited = new Set<string>()
  const queue = [file]
  const calls = new Set<string>()
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (visited.has(next) || !existsSync(next)) continue
    visited.add(next)
    const text = readFileSync(next, 'utf8')
    for (const [, call = ''] of text.matchAll(/'((?:GET|POST|PUT|PATCH|DELETE) \/[^']*)'/g)) calls.add(call)
    for (const [, address = ''] of text.matchAll(/'(\/[a-z][^']*)'/g)) calls.add(`GET ${address}`)
    for (const [, specifier = ''] of text.matchAll(/(?:from|import\() ?'((?:\.|#web\/)[^']+\.tsx?)'/g)) {
      const found = resolveImport(next, specifier)
      if (new RegExp(`^src/web/(${audience}|console|shared/chat)/(?!console/|frame/)`).test(found))
        queue.push(found)
    }
  }
  return [...new Set([...calls].flatMap((call) => permissions.get(call) ?? []))]
}

/** Calls of conversations need no permission, as they belong to the account; only their page needs one. */
const WITHOUT_CALLS_OF_ITS_OWN = 'messages'

/** Returns whether a section, or the page of one of its entries, makes a call that needs the permission. */
function isNeeded(
  { type, audience }: Console,
  sections: ReadonlyMap<string, Section>,
  { name, needs }: Readonly<{ name: string; needs: string }>,
): boolean {
  const permissions = listPermissions(type)
  return [name, `${name}/*`].some((one) => {
    const section = sections.get(one)
    return section && listPagePermissions(section.file, audience, permissions).includes(needs)
  })
}

/** Returns the entries of a console's menus and commands: their section and their permission. */
function readMenuEntries({
  audience,
  name: constant,
  addresses,
}: Console): { name: string; needs: string }[] {
  const text = readFileSync(`src/web/${audience}/console/${audience}-frame.tsx`, 'utf8')
  const entries = text.matchAll(
    new RegExp(`href: [\`$]*\\{?${constant}\\.(\\w+)[^,]*,[^{}]*?needs: '([^']+)'`, 'g'),
  )
  return [...entries].flatMap(([, key = '', needs = '']) => {
    const address = Object.entries(addresses).find(([one]) => one === key)?.[1] ?? ''
    // Some entries lead to onboarding steps.
    return address.startsWith('/dashboard/')
      ? [{ name: address.replace(/^\/dashboard\/\w+\/?/, ''), needs }]
      : []
  })
}

test.each(CONSOLES)('each section of the $audience console requires the permissions of its calls', (one) => {
  const sections = listSections(one.audience)
  expect(sections.size).toBeGreaterThan(10)
  const wrong = [...sections.values()].filter(
    ({ name, needs }) =>
      needs !== undefined && name !== WITHOUT_CALLS_OF_ITS_OWN && !isNeeded(one, sections, { name, needs }),
  )
  expect(wrong).toEqual([])
})

test.each(CONSOLES)('each menu entry of the $audience console requires its section’s permission', (one) => {
  const sections = listSections(one.audience)
  const entries = readMenuEntries(one)
  expect(entries.length).toBeGreaterThan(8)
  const wrong = entries.filter(
    ({ name, needs }) => sections.get(name)?.needs !== needs && !isNeeded(one, sections, { name, needs }),
  )
  expect(wrong).toEqual([])
})
