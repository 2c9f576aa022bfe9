import { expect, test } from 'vitest'
import { loadConfig } from '#platform/config/config.ts'
import { getExposureWarning } from '../wiring/open-shop.ts'

const open = { NODE_ENV: 'production', HOST: '0.0.0.0', PUBLIC_URL: 'https://shop.example' }

test('a shop of development that others can reach warns of its open doors', () => {
  expect(getExposureWarning(loadConfig({ HOST: '0.0.0.0' }))).toContain('/dev/mail')
  expect(getExposureWarning(loadConfig({ PUBLIC_URL: 'https://shop.example' }))).toContain(
    'NODE_ENV=production',
  )
})

test('a shop in production that takes no money says so', () => {
  expect(getExposureWarning(loadConfig({ ...open, SANDBOX_PAY: 'on' }))).toContain('without money')
})

test('a shop on this machine only, and one in production, open without a warning', () => {
  expect(getExposureWarning(loadConfig({}))).toBeUndefined()
  expect(getExposureWarning(loadConfig({ HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }))).toBeUndefined()
  expect(getExposureWarning(loadConfig(open))).toBeUndefined()
})
