import { expect, test } from 'vitest'
import { loadConfig } from '#platform/config/config.ts'
import { exposureWarning } from '../wiring/open-shop.ts'

const open = { NODE_ENV: 'production', HOST: '0.0.0.0', PUBLIC_URL: 'https://shop.example' }

test('a shop of development that others can reach warns of its open doors', () => {
  expect(exposureWarning(loadConfig({ HOST: '0.0.0.0' }))).toContain('/dev/mail')
  expect(exposureWarning(loadConfig({ PUBLIC_URL: 'https://shop.example' }))).toContain('NODE_ENV=production')
})

test('a shop in production that takes no money says so', () => {
  expect(exposureWarning(loadConfig({ ...open, SANDBOX_PAY: 'on' }))).toContain('without money')
})

test('a shop on this machine only, and one in production, open without a warning', () => {
  expect(exposureWarning(loadConfig({}))).toBeUndefined()
  expect(exposureWarning(loadConfig({ HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }))).toBeUndefined()
  expect(exposureWarning(loadConfig(open))).toBeUndefined()
})
