import { expect, test } from 'vitest'
import { supportsPasskeys } from './passkey-support.ts'

test('passkeys need WebAuthn and a host with a name', () => {
  const hosts = ['shop.example', 'localhost', 'x1.example', '203.0.113.9', '[2001:db8::1]', '127.0.0.1']
  expect(hosts.map((hostname) => supportsPasskeys({ hostname, hasWebAuthn: true }))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
  expect(supportsPasskeys({ hostname: 'shop.example', hasWebAuthn: false })).toBe(false)
})
