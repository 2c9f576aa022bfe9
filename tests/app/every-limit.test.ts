import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { EndpointSpec } from '#platform/http/calls/endpoint.ts'
import { ACCESS_TABLE } from '#tests/access/table.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'

/** Reads of a few rows by key with the same answer for everyone, which the shop's pages consist of. */
const PUBLIC_READS = 'a short public read, the same for everybody'

/** The endpoints without a rate limit, with the reason. */
const UNLIMITED: Readonly<Record<string, string>> = {
  'GET /announcements': PUBLIC_READS,
  'GET /shop/contactStore/{id}': PUBLIC_READS,
  'GET /shop/fetchReview/{id}': PUBLIC_READS,
  'GET /shop/getAllCountries': PUBLIC_READS,
  'GET /shop/getAllProducts': 'only whole lists cost much, and those its handler counts',
  'GET /shop/getFeaturedSuppliers': PUBLIC_READS,
  'GET /shop/getFrequentlyBoughtProduct/{id}': PUBLIC_READS,
  'GET /shop/getLegalText/{name}': PUBLIC_READS,
  'GET /shop/getManufacturerProducts/{id}': PUBLIC_READS,
  'GET /shop/getProductsByID/{id}': PUBLIC_READS,
  'GET /shop/getProductsByIDs': PUBLIC_READS,
  'GET /shop/getStoreByID/{id}': PUBLIC_READS,
  'GET /shop/getStoreProducts/{id}': PUBLIC_READS,
  'GET /shop/getStoreReviews/{id}': PUBLIC_READS,
  'GET /shop/getStorefront': PUBLIC_READS,
  'GET /users/signInOptions': 'it answers settings; in development it looks up a few accounts',
}

const FEATURES = new URL('../../src/features/', import.meta.url)

async function loadEndpoints(): Promise<EndpointSpec[]> {
  const files = globSync('**/*contract.ts', { cwd: FEATURES })
  const modules: object[] = await Promise.all(files.map((file) => import(new URL(file, FEATURES).href)))
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint))
}

function isEndpoint(value: unknown): value is EndpointSpec {
  return (
    typeof value === 'object' && value !== null && 'access' in value && 'answer' in value && 'path' in value
  )
}

const toName = ({ method, path }: EndpointSpec) => `${method} ${path}`

const shop = await createTestShop({ LIMIT_FACTOR: '1' })

test('limits an account’s calls across addresses, and does not limit other accounts', async () => {
  const [one, other] = [
    await createSignedInAccount(shop.db, shop.now()),
    await createSignedInAccount(shop.db, shop.now()),
  ]
  const callFrom = async (headers: Record<string, string>, address: string) => {
    const incoming = { socket: { remoteAddress: address } }
    return (await shop.app.http.request('/shop/getReviewsDue', { headers }, { incoming })).status
  }
  for (let call = 0; call < 120; call += 1)
    expect(await callFrom(one.headers, `203.0.113.${call % 2}`)).toBe(200)
  expect(await callFrom(one.headers, '203.0.113.9')).toBe(429)
  expect(await callFrom(other.headers, '203.0.113.1')).toBe(200)
  shop.passTime(60_000)
  expect(await callFrom(one.headers, '203.0.113.1')).toBe(200)
})

test('every endpoint has a rate limit, or a documented reason for none', async () => {
  const endpoints = await loadEndpoints()
  expect([...new Set(endpoints.map(toName))].toSorted()).toEqual(Object.keys(ACCESS_TABLE).toSorted())
  const without = endpoints.filter(({ limit }) => !limit).map(toName)
  expect(without.toSorted()).toEqual(Object.keys(UNLIMITED).toSorted())
})
