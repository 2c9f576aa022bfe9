import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseRolesTable, toRolesTable } from '../../scripts/checks/roles.ts'
import {
  type ActorType,
  listPermissions,
  MEMBER_ROLES,
  OPERATOR_ROLES,
  type Permission,
  type Role,
} from '#core/access/permissions.ts'
import type { EndpointSpec, PermissionAccess } from '#platform/http/calls/endpoint.ts'
import { createSignedInAccount, createTestMember, createTestOperator } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop, SHOP_URL } from '#tests/shop/shop.ts'

// Every call of a business, made by a member in each role.
const MODULES = import.meta.glob<Record<string, unknown>>('/src/features/**/*contract.ts', { eager: true })

type BusinessSpec = EndpointSpec & Readonly<{ access: PermissionAccess }>

function isBusinessSpec(value: unknown): value is BusinessSpec {
  return value instanceof Object && 'answer' in value && 'access' in value && typeof value.access === 'object'
}

const ENDPOINTS = Object.values(MODULES).flatMap((module) => Object.values(module).filter(isBusinessSpec))
const nameOf = ({ method, path }: EndpointSpec) => `${method} ${path}`
const TABLE = parseRolesTable(readFileSync('docs/roles.md', 'utf8'))
const shop = await createTestShop()

/** Sends a call with an empty input and unknown ids, as access is checked first. */
async function callEmpty({ method, path }: EndpointSpec, headers: Record<string, string>) {
  const address = SHOP_URL + path.replaceAll(/\{\w+\}/g, 'none_0')
  const init =
    method === 'POST'
      ? { body: '{}', headers: { ...headers, 'content-type': 'application/json' } }
      : { headers }
  const answer = await shop.app.http.request(address, { method, ...init })
  const text = await answer.text()
  const body: { code?: string; message?: string } = text.startsWith('{') ? JSON.parse(text) : {}
  return { status: answer.status, code: body.code ?? '', message: body.message ?? '' }
}

/** Creates a business of this type with a member in each role of its team. */
async function createTeam(type: 'manufacturer' | 'vendor') {
  const store = await createTestSupplier(shop.db)
  const owner = await createSignedInAccount(shop.db, shop.now(), {
    type,
    ...(type === 'manufacturer' ? { owns: store } : {}),
  })
  const members: { role: Role; headers: Record<string, string> }[] = [
    { role: 'owner', headers: owner.headers },
  ]
  for (const role of MEMBER_ROLES[type]) {
    const { headers } = await createTestMember(shop.db, shop.now(), { business: owner, roles: [role] })
    members.push({ role, headers })
  }
  return members
}

test('the documented roles table lists every call of a business as its contract does', () => {
  expect(ENDPOINTS.length).toBeGreaterThan(160)
  expect(TABLE).toEqual(toRolesTable(ENDPOINTS))
})

test.each(['manufacturer', 'vendor'] as const)(
  'each role of a %s’s team can make exactly the calls in the roles table',
  async (type) => {
    const table = new Map(TABLE.map(({ call, roles }) => [call, roles[type] ?? []]))
    const failures: unknown[] = []
    for (const { role, headers } of await createTeam(type)) {
      // Leaving the team comes last, as it ends the member's access.
      const [leaving, staying] = partition(ENDPOINTS.filter(({ access }) => type in access))
      const check = async (spec: BusinessSpec) => {
        const { status, code } = await callEmpty(spec, headers)
        const isAllowed = table.get(nameOf(spec))?.includes(role) === true
        const isLetIn = !['permission_missing', 'not_a_member', 'wrong_account_type'].includes(code)
        if (isAllowed !== isLetIn || (!isAllowed && status !== 403)) failures.push([role, nameOf(spec), code])
      }
      await Promise.all(staying.map(check))
      await Promise.all(leaving.map(check))
    }
    expect(failures).toEqual([])
  },
)

test('each operator role can make exactly the calls in the roles table', async () => {
  const table = new Map(TABLE.map(({ call, roles }) => [call, roles.operator ?? []]))
  const failures: unknown[] = []
  for (const role of OPERATOR_ROLES) {
    const { headers } = await createTestOperator(shop.db, shop.now(), [role])
    const check = async (spec: BusinessSpec) => {
      const { status, code } = await callEmpty(spec, headers)
      const isAllowed = table.get(nameOf(spec))?.includes(role) === true
      const isLetIn = code !== 'permission_missing'
      if (isAllowed !== isLetIn || (!isAllowed && status !== 403)) failures.push([role, nameOf(spec), code])
    }
    await Promise.all(ENDPOINTS.filter(({ access }) => 'operator' in access).map(check))
  }
  expect(failures).toEqual([])
})

test.each(['manufacturer', 'vendor'] as const)(
  'members of a %s’s team cannot make calls of other account types',
  async (type) => {
    const [, member] = await createTeam(type)
    for (const spec of ENDPOINTS.filter(({ access }) => !(type in access)))
      expect([nameOf(spec), await callEmpty(spec, member?.headers ?? {})]).toMatchObject([
        nameOf(spec),
        { status: 403, code: 'wrong_account_type' },
      ])
  },
)

function partition(specs: readonly BusinessSpec[]): [BusinessSpec[], BusinessSpec[]] {
  const leaves = ({ path }: BusinessSpec) => path === '/team/leave'
  return [specs.filter(leaves), specs.filter((spec) => !leaves(spec))]
}

test('tells a packing member which permission is missing for payouts, and whom to ask', async () => {
  const packing = (await createTeam('manufacturer')).find(({ role }) => role === 'packing')
  expect(await shop.get('/supplier/payouts', packing?.headers)).toMatchObject({
    status: 403,
    body: {
      code: 'permission_missing',
      message: 'Your role in this store doesn’t include money. Ask the owner.',
      details: { permission: 'money:read', roles: ['packing'] },
    },
  })
})

test('every permission is required by a call, and no role has one outside its account type', () => {
  const named = (type: ActorType) =>
    new Set(ENDPOINTS.flatMap(({ access }): Permission[] => (access[type] ? [access[type]] : [])))
  // Orders and wallets of vendors, and their settings, come with path B.
  const notYet = [
    'orders:write',
    'statistics:read',
    'money:read',
    'money:write',
    'settings:read',
    'settings:write',
  ]
  const supplierChecks: Permission[] = ['messages:write']
  expect(listPermissions('manufacturer', 'owner').filter((one) => !named('manufacturer').has(one))).toEqual(
    supplierChecks,
  )
  expect(
    listPermissions('vendor', 'owner').filter((one) => !named('vendor').has(one) && !notYet.includes(one)),
  ).toEqual([])
  expect(listPermissions('operator', 'owner').filter((one) => !named('operator').has(one))).toEqual([])
})
