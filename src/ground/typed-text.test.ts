import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEmail, maskedEmail } from './email.ts'
import { asLines, asOneLine } from './typed-text.ts'

test('a line has no breaks, no control characters and turns no direction, whatever was typed', () => {
  expect(asOneLine(' Mei\r\n\tTan\u2028\u202e ')).toBe('Mei Tan')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      expect(asOneLine(typed)).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
    }),
  )
})

test('lines keep their breaks, of one kind, and at most one empty line between two', () => {
  expect(asLines('\r\nDear all,\r\n\r\n\r\n\r\nthank\tyou\u2028\u0007bye\u2066\n')).toBe(
    'Dear all,\n\nthank you\nbye',
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      expect(asLines(typed)).not.toMatch(/[^\P{Cc}\n]|\n{3}|[\u202a-\u202e\u2066-\u2069]/u)
    }),
  )
})

test('an address is one of one person, with a domain', () => {
  for (const good of ['a@b.example', "o'hara+1@mail.shop.example", 'é@ü.example'])
    expect(isEmail(good)).toBe(true)
  for (const bad of [
    '',
    'a',
    'a@b',
    '@b.example',
    'a@b.example,c@d.example',
    '<a@b.example>',
    'a b@c.example',
  ])
    expect(isEmail(bad)).toBe(false)
  expect(isEmail(`${'a'.repeat(250)}@b.example`)).toBe(false)
})

test('a masked address can be known by its owner and by nobody else', () => {
  expect(maskedEmail('mei.tan@shopper.example')).toBe('m…@shopper.example')
  expect(maskedEmail('m@shopper.example')).toBe('m…@shopper.example')
})
