import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

test.each([
  [{ ROLE: 'web' }, /DATABASE_URL: is required with ROLE=web/],
  [{ ROLE: 'worker' }, /DATABASE_URL: is required with ROLE=worker/],
  [{ ROLE: 'migrate', MIGRATE: 'off', DATABASE_URL: 'postgres://db/shop' }, /MIGRATE: must not be off/],
  [{ DATABASE_DIRECT_URL: 'postgres://db/shop' }, /DATABASE_URL: is required with DATABASE_DIRECT_URL/],
  [{ METRICS_TOKEN: 'a token of 16 signs' }, /METRICS_PORT: is required with METRICS_TOKEN/],
  [{ METRICS_PORT: '3000' }, /METRICS_PORT: must be another one than PORT/],
  [{ METRICS_PORT: '9464', METRICS_TOKEN: 'short' }, /METRICS_TOKEN: must have 16 characters/],
  [{ DATABASE_POOL: '1' }, /DATABASE_POOL: must be 2 or more/],
  [{ STORE_WORKERS: '0' }, /STORE_WORKERS: must be 1 or more/],
  [{ DRAIN_SECONDS: '301' }, /DRAIN_SECONDS: must be 300 or less/],
])('rejects the settings %o with the reason', (settings, fault) => {
  expect(() => loadConfig(settings)).toThrowError(fault)
})
