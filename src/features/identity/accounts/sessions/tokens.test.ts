import { expect, test } from 'vitest'
import { createToken, hashToken } from './tokens.ts'

test('tokens are unique and consist of 256 bits as base64url', () => {
  const tokens = Array.from({ length: 100 }, createToken)
  for (const token of tokens) {
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  }
  expect(new Set(tokens).size).toBe(100)
})

test('a token is stored as its SHA-256 hash', () => {
  // The one-block message of FIPS 180-2, appendix B.1.
  expect(Buffer.from(hashToken('abc')).toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})
