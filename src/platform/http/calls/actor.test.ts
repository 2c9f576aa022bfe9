import { expect, test } from 'vitest'
import { type Actor, authenticate } from './actor.ts'
import type { Access } from './endpoint.ts'

const VENDOR: Actor = {
  id: 1,
  publicId: 'usr_1',
  type: 'vendor',
  email: 'mei@vendor.example',
  firstName: 'Mei',
  lastName: 'Tan',
  sessionId: 2,
  confirmedUntil: null,
}

const read = async (token: string) => (token === 'good' ? VENDOR : undefined)

test.each<{ access: Access; header: string | undefined; becomes: unknown }>([
  { access: 'public', header: 'Bearer wrong', becomes: undefined },
  { access: 'public', header: 'Bearer good', becomes: undefined },
  { access: 'optional', header: undefined, becomes: undefined },
  { access: 'optional', header: 'Bearer good', becomes: VENDOR },
  { access: 'optional', header: 'Bearer wrong', becomes: 'bad_token' },
  { access: 'optional', header: '', becomes: 'bad_token' },
  { access: 'signed_in', header: undefined, becomes: 'not_signed_in' },
  { access: 'signed_in', header: 'bearer good', becomes: VENDOR },
  { access: 'signed_in', header: 'Basic good', becomes: 'bad_token' },
  { access: 'signed_in', header: 'Bearer good good', becomes: 'bad_token' },
  { access: 'signed_in', header: `Bearer ${'x'.repeat(100_000)}`, becomes: 'bad_token' },
  { access: ['vendor', 'operator'], header: 'Bearer good', becomes: VENDOR },
  { access: ['manufacturer'], header: 'Bearer good', becomes: 'wrong_account_type' },
  { access: ['manufacturer'], header: undefined, becomes: 'not_signed_in' },
])('an endpoint for $access with the header $header', async ({ access, header, becomes }) => {
  const result = await authenticate({ access, header }, read).catch((error: { code: string }) => error.code)
  expect(result).toBe(becomes)
})
