import { expect, test } from 'vitest'
import { MINUTE } from '#core/time.ts'
import { hashPassword, isOutdated, isPassword, passwordFault } from './sessions/passwords.ts'
import {
  ACCESS_MS,
  CODE_MS,
  CONFIRMED_MS,
  DEVICE_MS,
  deviceName,
  emailFault,
  FORGET_AFTER_MS,
  LATE_WRITES_MS,
  nameFault,
  OPERATOR_SESSION_MS,
  plainEmail,
  REFRESH_MS,
  refreshFate,
  RESET_MS,
  SESSION_MS,
  whomOf,
} from './rules.ts'

const NOW = new Date('2026-03-02T10:00:00Z')

test('an address is the same in any case and writing', () => {
  for (const email of ['Mei@Home.Example', ' mei@home.example\t', 'ｍｅｉ@home.example', 'mei＠home.example'])
    expect(plainEmail(email)).toBe('mei@home.example')
  expect(whomOf('mei@home.example')).toMatch(/^[0-9a-f]{32}$/)
})

test('the many writings of one mailbox are counted as one, those of two mailboxes as two', () => {
  const mei = whomOf('mei@home.example')
  for (const same of ['mei+shop@home.example', 'mei+a+b@home.example', 'mei+@home.example'])
    expect(whomOf(same)).toBe(mei)
  for (const other of [
    'm.ei@home.example',
    'mei@work.example',
    'meimei@home.example',
    'mei',
    '+mei@home.example',
  ])
    expect(whomOf(other)).not.toBe(mei)
  expect(whomOf('+mei@home.example')).not.toBe(whomOf('+may@home.example'))
  for (const same of ['m.e.i@gmail.com', 'mei@googlemail.com', 'm.ei+shop@googlemail.com'])
    expect(whomOf(same)).toBe(whomOf('mei@gmail.com'))
  // What is no address is counted as it is.
  expect(whomOf('a.b+c')).not.toBe(whomOf('a.b'))
  expect(whomOf('@home.example')).not.toBe(whomOf('home.example'))
})

test('the faults of names and addresses are those of the form', () => {
  expect(nameFault({ firstName: 'Mei', lastName: 'Tan' })).toBeUndefined()
  expect(nameFault({ firstName: 'Bo', lastName: 'Li' })).toBeUndefined()
  expect(nameFault({ firstName: '', lastName: '' })).toEqual({
    field: 'firstName',
    text: 'First name is required',
  })
  expect(nameFault({ firstName: 'Mei', lastName: '𠮷' })?.text).toBe(
    'Last name must be at least 2 characters',
  )
  expect(emailFault('mei@home.example')).toBeUndefined()
  expect(emailFault('')?.text).toBe('Email is required')
  expect(emailFault('mei')?.text).toBe('Invalid email format')
})

test('passwords have 8 to 128 characters, however they are composed, and are none of ten thousand', () => {
  expect(passwordFault('ä'.repeat(8).normalize('NFD'), '')).toBeUndefined()
  expect(passwordFault('𠮷'.repeat(7), '')).toContain('at least 8')
  expect(passwordFault('𠮷'.repeat(128), '')).toBeUndefined()
  expect(passwordFault('x'.repeat(129), '')).toContain('at most 128')
  for (const common of ['password', 'PASSWORD', 'Qwertyuiop', '12345678', 'iloveyou', 'P@ssw0rd', 'trustno1'])
    expect([common, passwordFault(common, '')]).toEqual([common, expect.stringContaining('commonest')])
  // The licence at the head of the list is none of them.
  expect(
    passwordFault('# The above copyright notice and this permission notice shall be', ''),
  ).toBeUndefined()
  expect(passwordFault('mei.tan.home', 'mei.tan.home@home.example')).toContain('no password')
})

test('a password is known by its hash; nobody has the password of no hash', async () => {
  const hash = await hashPassword('amber over slate')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=4,p=1\$/)
  expect(isOutdated(hash)).toBe(false)
  expect(isOutdated('$argon2id$v=19$m=19456,t=2,p=1$abc$def')).toBe(true)
  expect(await isPassword(hash, 'amber over slate')).toBe(true)
  expect(await isPassword(hash, 'amber over slates')).toBe(false)
  for (const none of [null, undefined]) expect(await isPassword(none, '')).toBe(false)
})

test('the fate of a refresh token', () => {
  const session = (ago: number) => ({ generation: 5, rotatedAt: new Date(NOW.getTime() - ago) })
  expect(refreshFate(1, { generation: 1, rotatedAt: null }, NOW)).toBe('rotates')
  expect(refreshFate(5, session(0), NOW)).toBe('rotates')
  expect(refreshFate(4, session(MINUTE), NOW)).toBe('comes_late')
  expect(refreshFate(4, session(MINUTE + 1), NOW)).toBe('was_copied')
  expect(refreshFate(3, session(0), NOW)).toBe('was_copied')
  // None was ever used, so the one before the first is nobody's.
  expect(refreshFate(0, { generation: 1, rotatedAt: null }, NOW)).toBe('was_copied')
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
])('a device in words: %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

test('what opens an account is good for as long as the book says, in minutes', () => {
  const minutes = [ACCESS_MS, REFRESH_MS, SESSION_MS, OPERATOR_SESSION_MS, CONFIRMED_MS, CODE_MS, RESET_MS]
  expect(minutes.map((ms) => ms / MINUTE)).toEqual([60, 7 * 1440, 90 * 1440, 12 * 60, 10, 10, 60])
  const days = [FORGET_AFTER_MS, DEVICE_MS, LATE_WRITES_MS].map((ms) => ms / MINUTE / 1440)
  expect(days).toEqual([30, 400, 1 / 8])
})
