import { globSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { EndpointSpec } from '#platform/http/calls/endpoint.ts'
import { formatRoles } from './checks/roles.ts'

// Writes docs/roles.md from the contracts and the table of roles.
const specs: EndpointSpec[] = []
for (const file of globSync('src/features/**/*contract.ts').toSorted()) {
  const module: Record<string, unknown> = await import(pathToFileURL(resolve(file)).href)
  specs.push(...Object.values(module).filter(isEndpoint))
}
writeFileSync('docs/roles.md', formatRoles(specs))
console.log(`docs/roles.md: ${specs.length} calls`)

function isEndpoint(value: unknown): value is EndpointSpec {
  return value instanceof Object && 'method' in value && 'path' in value && 'answer' in value
}
