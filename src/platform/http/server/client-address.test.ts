import { expect, test } from 'vitest'
import { loadConfig } from '#platform/config/config.ts'
import { findClientAddress } from './client-address.ts'

const find = (setting: string, forwardedFor: string | undefined, remoteAddress = '10.0.0.5') =>
  findClientAddress(
    { remoteAddress, forwardedFor },
    loadConfig({ TRUST_PROXY: setting }).process.trustedProxies,
  )

test('uses the connection’s address without trusted proxies', () => {
  expect(find('off', '203.0.113.9')).toBe('10.0.0.5')
  expect(find('on', undefined)).toBe('10.0.0.5')
  expect(find('2', ' , ')).toBe('10.0.0.5')
})

test('behind a number of proxies, uses the entry added by the outermost one', () => {
  expect(find('on', '198.51.100.1, 203.0.113.9')).toBe('203.0.113.9')
  expect(find('1', '198.51.100.1, 203.0.113.9')).toBe('203.0.113.9')
  expect(find('2', 'invented, 203.0.113.9, 192.0.2.44')).toBe('203.0.113.9')
  // With fewer proxies than configured, the first of them counts as the client.
  expect(find('3', '203.0.113.9, 192.0.2.44')).toBe('203.0.113.9')
})

test('behind proxies of known networks, uses the last address outside of them', () => {
  const networks = '10.0.0.0/8, 192.0.2.0/24, fd00::/8'
  expect(find(networks, '198.51.100.1, 203.0.113.9, 192.0.2.44')).toBe('203.0.113.9')
  expect(find(networks, '203.0.113.9', '::ffff:10.1.2.3')).toBe('203.0.113.9')
  expect(find(networks, '2001:db8::7, fd00::1', 'fd12::9')).toBe('2001:db8::7')
  // The header is ignored when the connection does not come from a trusted proxy.
  expect(find(networks, '203.0.113.9', '198.51.100.66')).toBe('198.51.100.66')
  expect(find(networks, '10.0.0.1, 192.0.2.1')).toBe('10.0.0.1')
  expect(find('203.0.113.9', '198.51.100.1', '203.0.113.9')).toBe('198.51.100.1')
})

test.each(['yes', '0', '11', '10.0.0.0/33', '10.0.0/8', 'fd00::/129', '10.0.0.0/8,', '10.0.0.0/8/8'])(
  'rejects TRUST_PROXY=%s',
  (setting) => {
    expect(() => loadConfig({ TRUST_PROXY: setting })).toThrowError(
      /TRUST_PROXY: must be on, off, the number/,
    )
  },
)
