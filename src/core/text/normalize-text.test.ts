import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEmail, maskEmail } from '../emails/email.ts'
import { toMultiline, toSingleLine } from './normalize-text.ts'

test('a single line never has line breaks, control characters or direction changes', () => {
  expect(toSingleLine(' Mei\r\n\tTan\u2028\u202e ')).toBe('Mei Tan')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      expect(toSingleLine(typed)).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
    }),
  )
})

test('text keeps its line breaks in one form, with at most one empty line in a row', () => {
  expect(toMultiline('\r\nDear all,\r\n\r\n\r\n\r\nthank\tyou\u2028\u0007bye\u2066\n')).toBe(
    'Dear all,\n\nthank you\nbye',
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      expect(toMultiline(typed)).not.toMatch(/[^\P{Cc}\n]|\n{3}|[\u202a-\u202e\u2066-\u2069]/u)
    }),
  )
})

test('removes invisible characters, and treats text of only such characters as empty', () => {
  const unseen = [
    0xad, 0x34f, 0x115f, 0x1160, 0x180e, 0x200b, 0x200c, 0x200d, 0x2060, 0x2800, 0x3164, 0xfeff, 0xffa0,
    0xe0041, 0x180b, 0xfe0f, 0xfff0, 0x1bca0, 0x1d173, 0xe0100,
  ]
  for (const sign of unseen.map((code) => String.fromCodePoint(code))) {
    expect([sign, toSingleLine(`Atelier${sign} Luce${sign}`)]).toEqual([sign, 'Atelier Luce'])
    expect([sign, toSingleLine(sign + sign), toMultiline(`${sign}\n${sign}`)]).toEqual([sign, '', ''])
  }
  expect(toSingleLine('\u200fLuce\u200e\u061c')).toBe('Luce')
})

test('keeps joiners and marks of other scripts, and of combined emoji', () => {
  for (const typed of ['می‌خواهم', 'क्‍ष', '👩‍🔧 fits', 'नहीं', '❤️', '1️⃣', 'ᠠ᠋', '葛󠄀'])
    expect([toSingleLine(typed), toMultiline(typed)]).toEqual([typed, typed])
  expect(toMultiline('שלום\u200f!')).toBe('שלום\u200f!')
})

test('accepts a single email address with a domain, and rejects everything else', () => {
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

test('masks an email address except its first letter and domain', () => {
  expect(maskEmail('mei.tan@shopper.example')).toBe('m•••@shopper.example')
  expect(maskEmail('m@shopper.example')).toBe('m•••@shopper.example')
})
