import { expect, test } from 'vitest'
import type { Role } from '#core/access/permissions.ts'
import { authenticate, type TokenHolder } from './actor.ts'
import type { Access } from './endpoint.ts'

const VENDOR: TokenHolder = {
  id: 1,
  publicId: 'usr_1',
  type: 'vendor',
  memberId: 1,
  roles: ['owner'],
  email: 'mei@vendor.example',
  firstName: 'Mei',
  lastName: 'Tan',
  sessionId: 2,
  confirmedUntil: null,
  lacksSecondFactor: false,
  isViewing: false,
  apiKey: null,
}
const OWNER = { ...VENDOR, role: 'owner' }

const readAs = (roles: readonly Role[]) => async (token: string) =>
  token === 'good' ? { ...VENDOR, roles } : undefined

test.each<{ access: Access; header: string | undefined; becomes: unknown }>([
  { access: 'public', header: 'Bearer wrong', becomes: undefined },
  { access: 'public', header: 'Bearer good', becomes: undefined },
  { access: 'optional', header: undefined, becomes: undefined },
  { access: 'optional', header: 'Bearer good', becomes: OWNER },
  { access: 'optional', header: 'Bearer wrong', becomes: 'bad_token' },
  { access: 'optional', header: '', becomes: 'bad_token' },
  { access: 'signed_in', header: undefined, becomes: 'not_signed_in' },
  { access: 'signed_in', header: 'bearer good', becomes: OWNER },
  { access: 'signed_in', header: 'Basic good', becomes: 'bad_token' },
  { access: 'signed_in', header: 'Bearer good good', becomes: 'bad_token' },
  { access: 'signed_in', header: `Bearer ${'x'.repeat(100_000)}`, becomes: 'bad_token' },
  { access: { vendor: 'listings:read', operator: 'money:read' }, header: 'Bearer good', becomes: OWNER },
  { access: { manufacturer: 'products:read' }, header: 'Bearer good', becomes: 'wrong_account_type' },
  { access: { manufacturer: 'products:read' }, header: undefined, becomes: 'not_signed_in' },
])('an endpoint for $access with the header $header', async ({ access, header, becomes }) => {
  const headers = { access, method: 'GET', authorization: header, business: undefined } as const
  const result = await authenticate(headers, readAs(['owner'])).catch((error: { code: string }) => error.code)
  expect(result).toEqual(becomes)
})

const WRITE_LISTINGS = { vendor: 'listings:write' } as const

test.each<{ access: Access; roles: Role[]; becomes: string }>([
  { access: WRITE_LISTINGS, roles: ['owner'], becomes: 'owner' },
  { access: WRITE_LISTINGS, roles: ['finance', 'listings'], becomes: 'listings' },
  { access: WRITE_LISTINGS, roles: ['orders'], becomes: 'permission_missing' },
  // A supplier's role gives no access to a vendor's business.
  { access: WRITE_LISTINGS, roles: ['catalogue'], becomes: 'permission_missing' },
  { access: WRITE_LISTINGS, roles: [], becomes: 'not_a_member' },
  { access: { manufacturer: 'products:read' }, roles: ['listings'], becomes: 'wrong_account_type' },
  { access: 'signed_in', roles: [], becomes: 'owner' },
])('a call for $access by somebody with the roles $roles: $becomes', async ({ access, roles, becomes }) => {
  const headers = { access, method: 'GET', authorization: 'Bearer good', business: 'usr_1' } as const
  const result = await authenticate(headers, readAs(roles)).then(
    (actor) => actor?.role,
    (error: { code: string }) => error.code,
  )
  expect(result).toBe(becomes)
})

test('sends no business header with a call that needs no permission', async () => {
  const asked: (string | undefined)[] = []
  const read = async (_token: string, business: string | undefined) => {
    asked.push(business)
    return VENDOR
  }
  const headers = { method: 'GET', authorization: 'Bearer good', business: 'usr_2' } as const
  await authenticate({ access: 'signed_in', ...headers }, read)
  await authenticate({ access: 'optional', ...headers }, read)
  expect(asked).toEqual([undefined, undefined])
})
