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

test('providers of sign-ins are set up by their ids; addresses that play them are refused in production', () => {
  const ids = { GOOGLE_CLIENT_ID: 'shop', FACEBOOK_APP_ID: '12', FACEBOOK_APP_SECRET: 'secret' }
  expect(loadConfig({}).signIn).toEqual({ google: undefined, facebook: undefined })
  expect(loadConfig(ids).signIn).toMatchObject({ google: { clientId: 'shop' }, facebook: { appId: '12' } })
  expect(() => loadConfig({ FACEBOOK_APP_ID: '12' })).toThrowError(/FACEBOOK_APP_SECRET: is needed/)
  const played = { GOOGLE_KEYS_URL: 'http://127.0.0.1:1', FACEBOOK_GRAPH_URL: 'http://127.0.0.1:2' }
  expect(loadConfig({ ...ids, ...played }).signIn.google?.keysUrl).toBe('http://127.0.0.1:1')
  expect(() => loadConfig({ ...ids, ...played, NODE_ENV: 'production' })).toThrowError(
    /GOOGLE_KEYS_URL[\s\S]*FACEBOOK_GRAPH_URL/,
  )
})

test('the parent domain of cookies is a domain: no address with a path, no bare host', () => {
  expect(loadConfig({}).cookieDomain).toBeUndefined()
  for (const domain of ['example.com', '.example.com', 'shop.example.co.uk'])
    expect(loadConfig({ COOKIE_DOMAIN: domain }).cookieDomain).toBe(domain)
  for (const domain of ['localhost', '10.0.0.7', 'https://example.com', 'example.com; Secure', 'com'])
    expect(() => loadConfig({ COOKIE_DOMAIN: domain })).toThrowError(/COOKIE_DOMAIN: must be a domain/)
})
