import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

test('an empty environment gives settings with which a fresh clone runs', () => {
  expect(loadConfig({})).toMatchObject({
    port: 3000,
    publicUrl: 'http://localhost:3000',
    limitFactor: 1,
    demo: true,
  })
})

test('every fault is listed at once, by the name of its setting', () => {
  const wrong = { PORT: 'many', PUBLIC_URL: 'shop', DATABASE_URL: 'mysql://x', LIMIT_FACTOR: '-1' }
  expect(() => loadConfig(wrong)).toThrowError(/PORT[\s\S]*PUBLIC_URL[\s\S]*DATABASE_URL[\s\S]*LIMIT_FACTOR/)
})

test('the public address follows the port and loses a trailing slash', () => {
  expect(loadConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
  expect(loadConfig({ PUBLIC_URL: 'https://shop.example/' }).publicUrl).toBe('https://shop.example')
})

test('an empty value is the same as none', () => {
  expect(loadConfig({ PORT: '', SMTP_URL: '' })).toMatchObject({ port: 3000, smtpUrl: undefined })
})
