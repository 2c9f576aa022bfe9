import type { MemberRole, Role } from '#core/access/permissions.ts'
import type { BusinessData, InvitationData, MemberData } from '#features/identity/teams/contract.ts'
import { type CreatedAccount, createSignedInAccount } from '../shop/accounts.ts'
import { createTestSupplier, type CreatedSupplier } from '../shop/factories.ts'
import { type ApiResponse, SHOP_URL, type TestShop } from '../shop/shop.ts'
import { readEmails } from './sign-in.ts'

/** Creates a store with an owner who has a password. */
export async function createStoreWithOwner(
  shop: TestShop,
  name = 'Harbour Star',
): Promise<{ store: CreatedSupplier; owner: CreatedAccount }> {
  const store = await createTestSupplier(shop.db, { name })
  const owner = await createSignedInAccount(shop.db, shop.now(), {
    type: 'manufacturer',
    owns: store,
    firstName: 'Lena',
    lastName: 'Ong',
    withPassword: true,
  })
  return { store, owner }
}

/** The team as a call of it answers. */
export type TeamBody = Readonly<{ members: MemberData[]; invitations: InvitationData[] }>

/** Returns the team in an answer; throws where the call was refused. */
export function toTeam({ status, body, text }: ApiResponse): TeamBody {
  if (status !== 200) throw new Error(text)
  // The contract defines the type, and the test of all contracts checks it.
  return body as TeamBody
}

/** Invites an address to the team; returns the response. */
export function invite(
  shop: TestShop,
  { headers }: Pick<CreatedAccount, 'headers'>,
  { email, roles }: { email: string; roles: readonly MemberRole[] },
): Promise<ApiResponse> {
  return shop.post('/team/invitations', { email, roles }, headers)
}

/** Returns the token in the latest invitation to an address. */
export async function readInvitationToken(shop: TestShop, email: string): Promise<string> {
  const emails = await readEmails(shop, email)
  const link = emails.flatMap(({ links }) => links).find((one) => one.startsWith(`${SHOP_URL}/join-team?`))
  if (!link) throw new Error(`no invitation was sent to ${email}`)
  return new URL(link).searchParams.get('token') ?? ''
}

/** Accepts an invitation; returns the response. */
export function accept(
  shop: TestShop,
  { headers }: Pick<CreatedAccount, 'headers'>,
  token: string,
): Promise<ApiResponse> {
  return shop.post('/team/invitation/accept', { token }, headers)
}

/** Invites an account to a team and accepts; its `headers` go with calls for the business. */
export async function joinTeam(
  shop: TestShop,
  owner: CreatedAccount,
  { roles, email = 'jonas@packers.example' }: { roles: readonly MemberRole[]; email?: string },
): Promise<CreatedAccount & { personal: CreatedAccount['headers'] }> {
  toTeam(await invite(shop, owner, { email, roles }))
  const account = await createSignedInAccount(shop.db, shop.now(), {
    email,
    firstName: 'Jonas',
    lastName: 'Lim',
    withPassword: true,
  })
  const answer = await accept(shop, account, await readInvitationToken(shop, email))
  if (answer.status !== 200) throw new Error(answer.text)
  const headers = { ...account.headers, 'x-business': owner.publicId }
  return { ...account, headers, personal: account.headers }
}

/** Returns the businesses that an account may act for. */
export async function listBusinesses(
  shop: TestShop,
  { headers }: Pick<CreatedAccount, 'headers'>,
): Promise<BusinessData[]> {
  const { body } = await shop.get('/team/businesses', headers)
  return Reflect.get(Object(body), 'businesses')
}

/** Returns the roles of the members of a team, by their email addresses. */
export function toRolesByEmail({ members }: TeamBody): Record<string, readonly Role[]> {
  return Object.fromEntries(members.map(({ email, roles }) => [email, roles]))
}
