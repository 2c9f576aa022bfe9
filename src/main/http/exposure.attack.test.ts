import { expect, test } from 'vitest'
import { loadConfig } from '#platform/config/config.ts'
import { getExposureWarning } from '../wiring/open-shop.ts'

const open = { NODE_ENV: 'production', HOST: '0.0.0.0', PUBLIC_URL: 'https://shop.example' }

test('warns when a development shop can be reached by others', () => {
  expect(getExposureWarning(loadConfig({ HOST: '0.0.0.0' }))).toContain('/dev/mail')
  expect(getExposureWarning(loadConfig({ PUBLIC_URL: 'https://shop.example' }))).toContain(
    'NODE_ENV=production',
  )
})

test('warns about a production shop that takes sandbox payments', () => {
  expect(getExposureWarning(loadConfig({ ...open, SANDBOX_PAY: 'on' }))).toContain('without money')
})

test('does not warn about a shop on this machine only, or about one in production', () => {
  expect(getExposureWarning(loadConfig({}))).toBeUndefined()
  expect(getExposureWarning(loadConfig({ HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }))).toBeUndefined()
  expect(getExposureWarning(loadConfig(open))).toBeUndefined()
})
