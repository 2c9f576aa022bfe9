import { expect, test } from 'vitest'
import { loadConfig } from '#platform/config/config.ts'
import { createLog } from '#platform/log.ts'
import { findOffer } from '#features/money/payments/offers.ts'
import { createMemoryFiles } from '#tests/shop/files.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { paymentProviders } from './payment-providers.ts'

const { db } = await createTestDatabase()

const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_a, whsec_b' }

function createProviders(settings: Record<string, string>) {
  const clock = () => new Date('2026-03-02T10:00:00Z')
  const config = loadConfig({ NODE_ENV: 'test', ...settings })
  const setup = { config, db, clock, log: createLog('silent'), files: createMemoryFiles(), send: fetch }
  return paymentProviders(setup, {
    db,
    clock,
    secret: 'secret of the sandbox',
    publicUrl: 'http://shop.test',
  })
}

/** Returns the providers of a method. */
function listProviderNames(settings: Record<string, string>, currency = 'USD') {
  const providers = createProviders(settings)
  return (['vm', 'paynow', 'alipay'] as const).map((method) => {
    const offer = findOffer(providers, { method, currency, amount: 5_000 })
    return offer.ok ? offer.provider.name : offer.reason
  })
}

test('uses a real provider before the sandbox, which takes the other methods outside production', () => {
  expect(listProviderNames({})).toEqual(['sandbox', 'sandbox', 'sandbox'])
  expect(listProviderNames(STRIPE)).toEqual(['stripe', 'sandbox', 'stripe'])
  expect(listProviderNames({ ...STRIPE, SANDBOX_PAY: 'off' })).toEqual(['stripe', 'currency', 'stripe'])
  expect(listProviderNames({ NODE_ENV: 'production' })).toEqual(['not_set_up', 'not_set_up', 'not_set_up'])
})

test('PAYMENT_PROVIDERS sets the provider of each method', () => {
  expect(listProviderNames({ ...STRIPE, PAYMENT_PROVIDERS: 'sandbox, stripe' })).toEqual([
    'sandbox',
    'sandbox',
    'sandbox',
  ])
  expect(listProviderNames({ ...STRIPE, PAYMENT_PROVIDERS: 'stripe:vm, sandbox:alipay+paynow' })).toEqual([
    'stripe',
    'sandbox',
    'sandbox',
  ])
  expect(listProviderNames({ ...STRIPE, PAYMENT_PROVIDERS: 'stripe' }, 'SGD')).toEqual([
    'stripe',
    'stripe',
    'stripe',
  ])
})

test('a provider missing from PAYMENT_PROVIDERS gets no new payments but remains available for old ones', () => {
  const [stripe, sandbox] = createProviders({ ...STRIPE, PAYMENT_PROVIDERS: 'stripe' })
  expect(stripe?.capabilities.length).toBeGreaterThan(0)
  expect(sandbox).toMatchObject({ name: 'sandbox', capabilities: [] })
})

test.each([
  ['reddot', 'lists reddot, which is not configured'],
  ['sandbox, sandbox', 'lists a provider twice'],
  ['sandbox:cash', 'assigns cash to sandbox, which does not support it'],
  ['a;b', 'must be provider names'],
])('an invalid PAYMENT_PROVIDERS (%s) prevents the start', (row, message) => {
  expect(() => createProviders({ PAYMENT_PROVIDERS: row })).toThrow(message)
})

test('requires both Stripe secrets, and checks their format', () => {
  expect(() => loadConfig({ STRIPE_SECRET_KEY: 'sk_test_x' })).toThrow('STRIPE_WEBHOOK_SECRET: is required')
  expect(() => loadConfig({ ...STRIPE, STRIPE_SECRET_KEY: 'pk_live_x' })).toThrow('STRIPE_SECRET_KEY: must')
  expect(loadConfig(STRIPE).payments.stripe?.webhookSecrets).toEqual(['whsec_a', 'whsec_b'])
})

test('rejects another Stripe address in production', () => {
  const settings = { ...STRIPE, NODE_ENV: 'production', STRIPE_API_URL: 'http://127.0.0.1:1' }
  expect(() => loadConfig(settings)).toThrow(
    'STRIPE_API_URL: is for tests only and not allowed in production',
  )
})
