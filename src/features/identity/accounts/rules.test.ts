import { expect, test } from 'vitest'
import { MINUTE } from '#core/time.ts'
import { explainWeakPassword } from './sessions/passwords.ts'
import {
  ACCESS_MS,
  CODE_MS,
  CONFIRMATION_MS,
  DEVICE_MS,
  deviceName,
  validateAccountEmail,
  RETENTION_MS,
  LATE_WRITES_MS,
  validateNames,
  OPERATOR_SESSION_MS,
  normalizeEmail,
  REFRESH_MS,
  decideRefresh,
  RESET_MS,
  SESSION_MS,
  toLimitSubject,
} from './rules.ts'

const NOW = new Date('2026-03-02T10:00:00Z')

test('email addresses are compared without regard to case and Unicode form', () => {
  for (const email of ['Mei@Home.Example', ' mei@home.example\t', 'ｍｅｉ@home.example', 'mei＠home.example'])
    expect(normalizeEmail(email)).toBe('mei@home.example')
  expect(toLimitSubject('mei@home.example')).toMatch(/^[0-9a-f]{32}$/)
})

test('all spellings of a mailbox get one limit key, and different mailboxes different ones', () => {
  const mei = toLimitSubject('mei@home.example')
  for (const same of ['mei+shop@home.example', 'mei+a+b@home.example', 'mei+@home.example'])
    expect(toLimitSubject(same)).toBe(mei)
  for (const other of [
    'm.ei@home.example',
    'mei@work.example',
    'meimei@home.example',
    'mei',
    '+mei@home.example',
  ])
    expect(toLimitSubject(other)).not.toBe(mei)
  expect(toLimitSubject('+mei@home.example')).not.toBe(toLimitSubject('+may@home.example'))
  for (const same of ['m.e.i@gmail.com', 'mei@googlemail.com', 'm.ei+shop@googlemail.com'])
    expect(toLimitSubject(same)).toBe(toLimitSubject('mei@gmail.com'))
  // An invalid address is its own limit key.
  expect(toLimitSubject('a.b+c')).not.toBe(toLimitSubject('a.b'))
  expect(toLimitSubject('@home.example')).not.toBe(toLimitSubject('home.example'))
})

test('validates names and addresses with the messages of the form', () => {
  expect(validateNames({ firstName: 'Mei', lastName: 'Tan' })).toBeUndefined()
  expect(validateNames({ firstName: 'Bo', lastName: 'Li' })).toBeUndefined()
  expect(validateNames({ firstName: '', lastName: '' })).toEqual({
    field: 'firstName',
    text: 'First name is required',
  })
  expect(validateNames({ firstName: 'Mei', lastName: '𠮷' })?.text).toBe(
    'Last name must be at least 2 characters',
  )
  expect(validateAccountEmail('mei@home.example')).toBeUndefined()
  expect(validateAccountEmail('')?.text).toBe('Email is required')
  expect(validateAccountEmail('mei')?.text).toBe('Invalid email format')
})

test('passwords have 8 to 128 characters in any Unicode form, and the ten thousand most common are refused', () => {
  expect(explainWeakPassword('ä'.repeat(8).normalize('NFD'), '')).toBeUndefined()
  expect(explainWeakPassword('𠮷'.repeat(7), '')).toContain('at least 8')
  expect(explainWeakPassword('𠮷'.repeat(128), '')).toBeUndefined()
  expect(explainWeakPassword('x'.repeat(129), '')).toContain('at most 128')
  for (const common of ['password', 'PASSWORD', 'Qwertyuiop', '12345678', 'iloveyou', 'P@ssw0rd', 'trustno1'])
    expect([common, explainWeakPassword(common, '')]).toEqual([common, expect.stringContaining('too common')])
  // The licence text above the list is not part of it.
  expect(
    explainWeakPassword('# The above copyright notice and this permission notice shall be', ''),
  ).toBeUndefined()
  expect(explainWeakPassword('mei.tan.home', 'mei.tan.home@home.example')).toContain(
    'can\u2019t be your email address',
  )
})

test('a refresh token rotates, works again within the grace period, and counts as reused after it', () => {
  const session = (ago: number) => ({ generation: 5, rotatedAt: new Date(NOW.getTime() - ago) })
  expect(decideRefresh(1, { generation: 1, rotatedAt: null }, NOW)).toBe('rotates')
  expect(decideRefresh(5, session(0), NOW)).toBe('rotates')
  expect(decideRefresh(4, session(MINUTE), NOW)).toBe('within_grace')
  expect(decideRefresh(4, session(MINUTE + 1), NOW)).toBe('reuse_detected')
  expect(decideRefresh(3, session(0), NOW)).toBe('reuse_detected')
  // No token was used yet, so a token before the first was never issued.
  expect(decideRefresh(0, { generation: 1, rotatedAt: null }, NOW)).toBe('reuse_detected')
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605 Version/19.0 Safari/605', 'Safari on Mac'],
  ['<script>alert(1)</script>', 'Unknown device'],
  ['', 'Unknown device'],
])('names a device by its user agent: %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

test('tokens, codes, links and retained data have the documented lifetimes', () => {
  const minutes = [ACCESS_MS, REFRESH_MS, SESSION_MS, OPERATOR_SESSION_MS, CONFIRMATION_MS, CODE_MS, RESET_MS]
  expect(minutes.map((ms) => ms / MINUTE)).toEqual([60, 7 * 1440, 90 * 1440, 12 * 60, 10, 10, 60])
  const days = [RETENTION_MS, DEVICE_MS, LATE_WRITES_MS].map((ms) => ms / MINUTE / 1440)
  expect(days).toEqual([30, 400, 1 / 8])
})
