import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

test.each([
  [{ ROLE: 'web' }, /DATABASE_URL: is required with ROLE=web/],
  [{ ROLE: 'worker' }, /DATABASE_URL: is required with ROLE=worker/],
  [{ ROLE: 'migrate', MIGRATE: 'off', DATABASE_URL: 'postgres://db/shop' }, /MIGRATE: must not be off/],
  [{ DATABASE_DIRECT_URL: 'postgres://db/shop' }, /DATABASE_URL: is required with DATABASE_DIRECT_URL/],
  [
    { DATABASE_REPLICA_URLS: 'postgres://replica/shop' },
    /DATABASE_URL: is required with DATABASE_REPLICA_URLS/,
  ],
  [
    { DATABASE_URL: 'postgres://db/shop', DATABASE_REPLICA_URLS: 'postgres://replica/shop,http://replica' },
    /DATABASE_REPLICA_URLS\.1: must begin with postgres/,
  ],
  [
    {
      DATABASE_URL: 'postgres://db/shop',
      DATABASE_REPLICA_URLS: 'postgres://replica/shop, postgres://db/shop',
    },
    /DATABASE_REPLICA_URLS: must name each replica once, and not the address of the primary/,
  ],
  [{ METRICS_TOKEN: 'a token of 16 signs' }, /METRICS_PORT: is required with METRICS_TOKEN/],
  [{ METRICS_PORT: '3000' }, /METRICS_PORT: must be another one than PORT/],
  [{ METRICS_PORT: '9464', METRICS_TOKEN: 'short' }, /METRICS_TOKEN: must have 16 characters/],
  [{ DATABASE_POOL: '1' }, /DATABASE_POOL: must be 2 or more/],
  [{ STORE_WORKERS: '0' }, /STORE_WORKERS: must be 1 or more/],
  [{ DRAIN_SECONDS: '301' }, /DRAIN_SECONDS: must be 300 or less/],
])('rejects the settings %o with the reason', (settings, fault) => {
  expect(() => loadConfig(settings)).toThrowError(fault)
})

test('reads from replicas only in processes that answer requests', () => {
  const settings = {
    DATABASE_URL: 'postgres://db/shop',
    DATABASE_REPLICA_URLS: 'postgres://a/shop, postgres://b/shop',
  }
  const urls = ['postgres://a/shop', 'postgres://b/shop']
  for (const [ROLE, expected] of [
    ['all', urls],
    ['web', urls],
    ['worker', []],
    ['migrate', []],
  ] as const)
    expect(loadConfig({ ...settings, ROLE }).process.replicaUrls).toEqual(expected)
})
