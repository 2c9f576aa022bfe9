import {
  type ActorType,
  listRolesWith,
  type Permission,
  PERMISSIONS,
  type Role,
  ROLE_TITLES,
  ROLES,
} from '#core/access/permissions.ts'
import type { EndpointSpec } from '#platform/http/calls/endpoint.ts'

/** A call of a business, and the roles that may make it, by type of account. */
export type RolesRow = Readonly<{
  call: string
  roles: Readonly<Partial<Record<ActorType, readonly Role[]>>>
}>

const TYPES = ['manufacturer', 'vendor', 'operator'] as const
const TYPE_TITLES = { manufacturer: 'Suppliers', vendor: 'Vendors', operator: 'Operators' } as const

/** Returns the table of roles by call, from the contracts. */
export function toRolesTable(specs: readonly EndpointSpec[]): RolesRow[] {
  return specs
    .filter(({ access }) => typeof access === 'object')
    .map(({ method, path, access }): RolesRow => {
      const roles: Partial<Record<ActorType, readonly Role[]>> = {}
      for (const type of TYPES) {
        const permission = typeof access === 'object' ? access[type] : undefined
        if (permission) roles[type] = listRolesWith(type, permission)
      }
      return { call: `${method} ${path}`, roles }
    })
    .toSorted((a, b) => (a.call < b.call ? -1 : 1))
}

/** Returns the rows of the table of calls in a text of `docs/roles.md`. */
export function parseRolesTable(text: string): RolesRow[] {
  return text
    .split('\n')
    .filter((line) => /^\| `(GET|POST) /.test(line))
    .map((line) => {
      const [, call = '', ...cells] = line.split('|').map((cell) => cell.trim())
      const roles: Partial<Record<ActorType, readonly Role[]>> = {}
      for (const [index, type] of TYPES.entries()) {
        const listed = (cells[index] ?? '').split(', ').filter((role): role is Role => role in ROLES[type])
        if (listed.length > 0) roles[type] = listed
      }
      return { call: call.replaceAll('`', ''), roles }
    })
}

/** Returns the text of `docs/roles.md`. */
export function formatRoles(specs: readonly EndpointSpec[]): string {
  const rows = toRolesTable(specs).map(({ call, roles }) => [
    `\`${call}\``,
    ...TYPES.map((type) => roles[type]?.join(', ') ?? ''),
  ])
  const sections = TYPES.map((type) => [`## ${TYPE_TITLES[type]}`, formatPermissions(type)].join('\n\n'))
  return [
    INTRODUCTION,
    ...sections,
    CALLS,
    formatTable(['Call', ...TYPES.map((type) => TYPE_TITLES[type])], rows),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n')
}

const INTRODUCTION = `# Roles

What each role may do: \`src/core/access/permissions.ts\` as tables, written by \`npm run roles\`. A test makes every call in every role and
compares. Reasons: [decision 77](decisions/0077-teams-and-permissions.md).`

const CALLS = `## Calls

The roles that may make each call. Calls that are not listed are for everybody, or for an account itself.`

function formatPermissions(type: ActorType): string {
  // The keys of the table are its roles.
  const roles = Object.keys(ROLES[type]) as Role[]
  const rows = PERMISSIONS[type].map((permission: Permission) => [
    `\`${permission}\``,
    ...roles.map((role) => (listRolesWith(type, permission).includes(role) ? 'yes' : '')),
  ])
  return formatTable(['Permission', ...roles.map((role) => ROLE_TITLES[role])], rows)
}

function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell || '–').join(' | ')} |`)
    .join('\n')
}
