import { beforeAll, expect, test } from 'vitest'
import type { Access, EndpointSpec } from '#platform/http/calls/endpoint.ts'
import { ACCESS_TABLE } from '#tests/access/table.ts'
import { CALLERS, SIGNED_IN, type Caller } from '#tests/access/callers.ts'
import { createSocialShop } from '#tests/fakes/social.ts'
import { SHOP_URL } from '#tests/shop/shop.ts'

// Compares what is derived from the contracts with their files: the API document, access, and unknown addresses.
const MODULES = import.meta.glob<Record<string, unknown>>('/src/features/**/*contract.ts', { eager: true })
const ENDPOINTS = Object.values(MODULES).flatMap((module) => Object.values(module).filter(isEndpoint))

function isEndpoint(value: unknown): value is EndpointSpec {
  return value instanceof Object && 'method' in value && 'path' in value && 'answer' in value
}

const nameOf = ({ method, path }: EndpointSpec) => `${method} ${path}`

const { shop } = await createSocialShop()

type Operation = Readonly<{ description?: string; security?: readonly object[]; 'x-access'?: Access }>
type ApiDocument = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: Readonly<{ securitySchemes?: object }>
}>

async function readDocument(): Promise<ApiDocument> {
  return JSON.parse((await shop.get('/api/openapi.json')).text)
}

beforeAll(() => shop.app.showPages(async () => new Response('<!doctype html>', { status: 404 })))

test('the API document lists exactly the endpoints of all contracts', async () => {
  const { paths } = await readDocument()
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(ENDPOINTS.length).toBeGreaterThan(150)
  expect(documented.toSorted()).toEqual(ENDPOINTS.map(nameOf).toSorted())
})

test('the API document states which accounts can call each endpoint', async () => {
  const { paths, components } = await readDocument()
  expect(components.securitySchemes).toMatchObject({
    account: { type: 'http', scheme: 'bearer' },
    api_key: { type: 'http', scheme: 'bearer' },
  })
  for (const spec of ENDPOINTS) {
    const operation = paths[spec.path]?.[spec.method.toLowerCase()]
    expect([nameOf(spec), operation?.['x-access']]).toEqual([nameOf(spec), spec.access])
    expect([nameOf(spec), operation?.security]).toEqual([nameOf(spec), toSecurity(spec)])
    for (const [type, permission] of typeof spec.access === 'string' ? [] : Object.entries(spec.access))
      expect([nameOf(spec), operation?.description]).toEqual([
        nameOf(spec),
        expect.stringContaining(`of type ${type} with the permission \`${permission}\``),
      ])
  }
})

/**
 * Returns the credentials that an endpoint takes: none, an account, or an API key with the right scope, unless none
 * can have that.
 */
function toSecurity({ access, confirmed }: EndpointSpec): object[] {
  if (access === 'public') return []
  if (access === 'optional') return [{}, { account: [] }]
  const permissions = typeof access === 'object' ? Object.values(access) : []
  const isForKeys = confirmed !== true && permissions.some((one) => !WITHHELD.includes(one))
  return isForKeys ? [{ api_key: [] }, { account: [] }] : [{ account: [] }]
}

const WITHHELD = [
  'api:read',
  'api:write',
  'team:write',
  'ownership:write',
  'operators:write',
  'bank_details:write',
]

/** Returns the status with which an endpoint's access refuses a caller; undefined for an allowed one. */
function getRefusal(access: Access, caller: Caller): 401 | 403 | undefined {
  const type = SIGNED_IN.find((one) => one === caller)
  if (access === 'public' || (access === 'optional' && caller === 'nobody')) return undefined
  if (!type) return 401
  return typeof access === 'object' && !(type in access) ? 403 : undefined
}

test('the access table refuses the same callers as the contracts', () => {
  const differences = ENDPOINTS.flatMap((spec) =>
    CALLERS.filter((caller) => {
      const status = ACCESS_TABLE[nameOf(spec)]?.answers[caller]
      const refusal = getRefusal(spec.access, caller)
      return status === undefined || (refusal === undefined ? status === 403 : status !== refusal)
    }).map((caller) => `${nameOf(spec)}: ${caller}`),
  )
  expect(differences).toEqual([])
})

test('answers an unknown path below a call with a JSON 404 instead of a page [API-37]', async () => {
  const segmentsOf = ({ path }: EndpointSpec) => path.replaceAll(/\{\w+\}/g, 'x').split('/')
  const prefixes = new Set(
    ENDPOINTS.flatMap((spec) => [2, 3].map((count) => segmentsOf(spec).slice(0, count).join('/'))),
  )
  expect(prefixes.size).toBeGreaterThan(100)
  for (const prefix of prefixes) {
    for (const method of ['GET', 'POST']) {
      const answer = await shop.app.http.request(`${SHOP_URL}${prefix}/nothing/of/this/name`, { method })
      const body = await answer.text()
      expect([prefix, answer.status, answer.headers.get('content-type')]).toEqual([
        prefix,
        404,
        'application/json',
      ])
      expect(JSON.parse(body)).toMatchObject({ success: false, code: 'unknown_path' })
    }
  }
})

test('answers an unknown second segment below a call’s root with a JSON refusal', async () => {
  for (const root of new Set(ENDPOINTS.map(({ path }) => path.split('/')[1]))) {
    const answer = await shop.get(`/${root}/nonsense`)
    expect([root, answer.headers.get('content-type')]).toEqual([root, 'application/json'])
    expect([root, answer.body]).toMatchObject([root, { success: false }])
  }
})
