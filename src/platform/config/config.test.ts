import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

test('loads default settings for a fresh clone from an empty environment', () => {
  expect(loadConfig({})).toMatchObject({
    port: 3000,
    publicUrl: 'http://localhost:3000',
    limitFactor: 1,
    demo: 'on',
  })
})

test('lists all invalid settings at once by name', () => {
  const invalid = { PORT: 'many', PUBLIC_URL: 'shop', DATABASE_URL: 'mysql://x', LIMIT_FACTOR: '-1' }
  expect(() => loadConfig(invalid)).toThrowError(
    /PORT[\s\S]*PUBLIC_URL[\s\S]*DATABASE_URL[\s\S]*LIMIT_FACTOR/,
  )
})

test('the public address follows the port and has no trailing slash', () => {
  expect(loadConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
  expect(loadConfig({ PUBLIC_URL: 'https://shop.example/' }).publicUrl).toBe('https://shop.example')
})

test('the operator’s company and links come from settings, and the demo links to the four networks [FOOT-05]', () => {
  expect(loadConfig({}).company.socials).toHaveLength(4)
  expect(loadConfig({ NODE_ENV: 'production' }).company.socials).toEqual([])
  const operator = { name: 'Ring & Co', street: '1 Quai', city: 'Lyon', postcode: '69002', country: 'FR' }
  const { company } = loadConfig({
    OPERATOR: JSON.stringify(operator),
    SUPPORT_EMAIL: 'help@ring.example',
    SOCIAL_LINKS: '{"x": "https://x.com/ring"}',
    APP_LINKS: '{"googlePlay": "https://play.google.com/ring"}',
  })
  expect(company).toMatchObject({
    name: 'Ring & Co',
    lines: ['Ring & Co', '1 Quai', 'Lyon 69002', 'France'],
    countryName: 'France',
    supportEmail: 'help@ring.example',
    parent: undefined,
    socials: [{ name: 'X', href: 'https://x.com/ring' }],
    apps: [{ name: 'Google Play', href: 'https://play.google.com/ring' }],
  })
  for (const [name, value] of [
    ['OPERATOR', '{"name": "Ring"}'],
    ['SOCIAL_LINKS', '{"x": "javascript:alert(1)"}'],
    ['SOCIAL_LINKS', '{"tiktok": "https://x"}'],
  ] as const)
    expect(() => loadConfig({ [name]: value })).toThrowError(new RegExp(name))
})

test('treats an empty value as missing', () => {
  expect(loadConfig({ PORT: '', SMTP_URL: '' })).toMatchObject({ port: 3000, smtpUrl: undefined })
})

test('configures sign-in providers by their ids, and rejects fake provider addresses in production', () => {
  const ids = { GOOGLE_CLIENT_ID: 'shop', FACEBOOK_APP_ID: '12', FACEBOOK_APP_SECRET: 'secret' }
  expect(loadConfig({}).signIn).toEqual({ google: undefined, facebook: undefined })
  expect(loadConfig(ids).signIn).toMatchObject({ google: { clientId: 'shop' }, facebook: { appId: '12' } })
  expect(() => loadConfig({ FACEBOOK_APP_ID: '12' })).toThrowError(/FACEBOOK_APP_SECRET: is required/)
  const fakeUrls = { GOOGLE_KEYS_URL: 'http://127.0.0.1:1', FACEBOOK_GRAPH_URL: 'http://127.0.0.1:2' }
  expect(loadConfig({ ...ids, ...fakeUrls }).signIn.google?.keysUrl).toBe('http://127.0.0.1:1')
  expect(() => loadConfig({ ...ids, ...fakeUrls, NODE_ENV: 'production' })).toThrowError(
    /GOOGLE_KEYS_URL[\s\S]*FACEBOOK_GRAPH_URL/,
  )
})

test('the cookie domain must be a domain without a path, not a host or an address', () => {
  expect(loadConfig({}).cookieDomain).toBeUndefined()
  for (const domain of ['example.com', '.example.com', 'shop.example.co.uk'])
    expect(loadConfig({ COOKIE_DOMAIN: domain }).cookieDomain).toBe(domain)
  for (const domain of ['localhost', '10.0.0.7', 'https://example.com', 'example.com; Secure', 'com'])
    expect(() => loadConfig({ COOKIE_DOMAIN: domain })).toThrowError(/COOKIE_DOMAIN: must be a domain/)
})

test('configures Red Dot by a merchant id for each method, and names every invalid value', () => {
  const account = { mid: '1000089029', secretKey: 'a secret key', currencies: ['SGD', 'USD'] }
  const accounts = JSON.stringify({ vm: account, default: account })
  expect(loadConfig({}).payments.redDot).toBeUndefined()
  expect(loadConfig({ RED_DOT_ACCOUNTS: accounts }).payments.redDot).toEqual({
    accounts: { vm: account, default: account },
    server: 'test',
    url: undefined,
    hasUniqueOrderIds: false,
    refundUrl: undefined,
  })
  const invalid = JSON.stringify({
    vm: { mid: 'x'.repeat(21), secretKey: '', currencies: ['sgd'] },
    cash: account,
  })
  expect(() => loadConfig({ RED_DOT_ACCOUNTS: invalid, PORT: 'many' })).toThrowError(
    /PORT[\s\S]*RED_DOT_ACCOUNTS\.vm\.mid[\s\S]*\.secretKey[\s\S]*\.currencies\.0[\s\S]*RED_DOT_ACCOUNTS/,
  )
  for (const text of ['{', '[]', '{}', '"x"'])
    expect(() => loadConfig({ RED_DOT_ACCOUNTS: text })).toThrowError(/RED_DOT_ACCOUNTS/)
})

test('rejects Red Dot’s test addresses in production, and refunds without a merchant id', () => {
  const account = { mid: '1000089029', secretKey: 'a secret key', currencies: ['SGD'] }
  const fakeUrls = {
    RED_DOT_ACCOUNTS: JSON.stringify({ vm: account }),
    RED_DOT_URL: 'http://127.0.0.1:1',
    RED_DOT_REFUND_URL: 'http://127.0.0.1:1/refund',
  }
  expect(loadConfig(fakeUrls).payments.redDot?.url).toBe('http://127.0.0.1:1')
  expect(() => loadConfig({ ...fakeUrls, NODE_ENV: 'production' })).toThrowError(
    /RED_DOT_URL: is for tests[\s\S]*RED_DOT_REFUND_URL: must be https/,
  )
  expect(() => loadConfig({ RED_DOT_REFUND_URL: 'https://rdp.example/refund' })).toThrowError(
    /RED_DOT_ACCOUNTS: is required/,
  )
})

test('EasyPost requires its key and the address where parcels are handed over', () => {
  const from = {
    name: 'Cabochon',
    street1: '10 Anson Road',
    city: 'Singapore',
    zip: '079903',
    country: 'SG',
    phone: '+6591234567',
  }
  const settings = { EASYPOST_API_KEY: 'EZTK123', EASYPOST_FROM: JSON.stringify(from) }
  expect(loadConfig({}).easyPost).toBeUndefined()
  expect(loadConfig(settings).easyPost).toEqual({ apiKey: 'EZTK123', from, incoterm: 'DAP' })
  expect(() => loadConfig({ EASYPOST_API_KEY: 'key' })).toThrowError(/EASYPOST_API_KEY: must begin with EZTK/)
  expect(() => loadConfig({ EASYPOST_API_KEY: 'EZAK1' })).toThrowError(/EASYPOST_FROM: is required/)
  const nowhere = JSON.stringify({ ...from, country: 'Singapore' })
  expect(() => loadConfig({ ...settings, EASYPOST_FROM: nowhere })).toThrowError(/EASYPOST_FROM\.country/)
  const secret = { EASYPOST_WEBHOOK_SECRET: 'a secret of 16 signs' }
  expect(loadConfig({ ...settings, ...secret }).easyPost?.webhookSecret).toBe('a secret of 16 signs')
  expect(() => loadConfig(secret)).toThrowError(/EASYPOST_API_KEY: is required/)
  expect(() => loadConfig({ ...settings, EASYPOST_WEBHOOK_SECRET: 'short' })).toThrowError(/16 characters/)
  expect(loadConfig({ ...settings, EASYPOST_INCOTERM: 'DDP' }).easyPost).toMatchObject({ incoterm: 'DDP' })
  expect(() => loadConfig({ ...settings, EASYPOST_INCOTERM: 'EXW' })).toThrowError(
    /EASYPOST_INCOTERM: must be DAP or DDP/,
  )
  const fakeUrls = { ...settings, EASYPOST_URL: 'http://127.0.0.1:1', NODE_ENV: 'production' }
  expect(() => loadConfig(fakeUrls)).toThrowError(/EASYPOST_URL: is for tests/)
})

test('accepts one more document font, as a single font file', () => {
  expect(loadConfig({}).documentFont).toBeUndefined()
  expect(loadConfig({ DOCUMENT_FONT: '/fonts/NotoSansCJK.otf' }).documentFont).toBe('/fonts/NotoSansCJK.otf')
  expect(() => loadConfig({ DOCUMENT_FONT: '/fonts/noto.woff2' })).toThrowError(
    /DOCUMENT_FONT: must be a font file/,
  )
})
