import { and, eq } from 'drizzle-orm'
import type { BusinessType, Role, TeamRole } from '#core/access/permissions.ts'
import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import { teamMembers } from './tables.ts'

/** A business: its original account, and its store, if any. Keys are internal. */
export type BusinessRow = Readonly<{
  id: number
  publicId: string
  type: BusinessType
  supplierId: number | null
  storeName: string | null
  companyName: string | null
  firstName: string
  lastName: string
  logo: string | null
}>

const BUSINESS = `
  b.id, b.public_id as "publicId", b.type, s.id as "supplierId", case when s.is_named then s.name end as "storeName",
  b.company_name as "companyName", b.first_name as "firstName", b.last_name as "lastName",
  '/media/' || s.logo_key || '-400.webp' as logo`

/** Returns a business by its key. */
export async function findBusiness(db: Queryable, id: number): Promise<BusinessRow | undefined> {
  const [found] = await queryPrepared<BusinessRow>(db, FIND_BUSINESS, [id])
  return found
}

const FIND_BUSINESS = {
  name: 'teams_find_business',
  text: `select ${BUSINESS} from accounts b left join suppliers s on s.owner_id = b.id where b.id = $1`,
}

/** Returns a business by its key, locked, so that no other transaction changes its team. */
export async function lockBusiness(tx: Transaction, id: number): Promise<BusinessRow> {
  const [found] = await queryPrepared<BusinessRow>(tx, LOCK_BUSINESS, [id])
  if (!found) throw new Error('the business is not there')
  return found
}

const LOCK_BUSINESS = { name: 'teams_lock_business', text: `${FIND_BUSINESS.text} for update of b` }

/** A business with an account's roles in it. */
export type MembershipRow = BusinessRow & Readonly<{ roles: readonly TeamRole[] }>

/** Returns the businesses that an account may act for: its own, then by the day it joined. */
export async function listMemberships(db: Queryable, accountId: number): Promise<MembershipRow[]> {
  return queryPrepared<MembershipRow>(db, LIST_MEMBERSHIPS, [accountId])
}

const LIST_MEMBERSHIPS = {
  name: 'teams_list_memberships',
  text: `
    select ${BUSINESS}, coalesce(m.roles, '{owner}') as roles
    from f_businesses_of($1, '{owner,catalogue,packing,finance,listings,orders}') as mine(id)
    join accounts b on b.id = mine.id and b.type <> 'operator'
    left join suppliers s on s.owner_id = b.id
    left join team_members m on m.business_id = b.id and m.account_id = $1
    order by b.id <> $1, m.joined_at, b.id`,
}

/** A member of a team; the key is internal. */
export type MemberRow = Readonly<{
  accountId: number
  publicId: string
  firstName: string
  lastName: string
  email: string
  roles: readonly TeamRole[]
  joinedAt: Date
}>

/** Returns the members of a business: the owner, then by the day they joined. */
export async function listMembers(db: Queryable, businessId: number): Promise<MemberRow[]> {
  return queryPrepared<MemberRow>(db, LIST_MEMBERS, [businessId])
}

const LIST_MEMBERS = {
  name: 'teams_list_members',
  text: `
    select a.id as "accountId", a.public_id as "publicId", a.first_name as "firstName", a.last_name as "lastName", a.email,
      coalesce(m.roles, '{owner}') as roles, coalesce(m.joined_at, a.created_at) as "joinedAt"
    from f_team_of($1, '{owner,catalogue,packing,finance,listings,orders}') as team(id)
    join accounts a on a.id = team.id
    left join team_members m on m.business_id = $1 and m.account_id = a.id
    order by coalesce(m.roles, '{owner}') <> '{owner}', "joinedAt", a.id`,
}

/** Returns whether the business's first account has handed it over to another owner. */
export async function hasOtherOwner(db: Queryable, businessId: number): Promise<boolean> {
  const found = await queryPrepared(db, FIND_OTHER_OWNER, [businessId])
  return found.length > 0
}

const FIND_OTHER_OWNER = {
  name: 'teams_find_other_owner',
  text: `select account_id from team_members where business_id = $1 and account_id <> $1 and roles = '{owner}'`,
}

/** Returns whether an account is open, and locks it until the transaction ends. */
export async function lockOpenAccount(tx: Transaction, accountId: number): Promise<boolean> {
  const found = await queryPrepared(tx, LOCK_OPEN_ACCOUNT, [accountId])
  return found.length > 0
}

const LOCK_OPEN_ACCOUNT = {
  name: 'teams_lock_account',
  text: 'select id from accounts where id = $1 and closed_at is null for share',
}

/** Stores the roles of a member of a business, and when a new one joined. */
export async function saveRoles(
  tx: Transaction,
  member: Readonly<{ businessId: number; accountId: number; roles: readonly Role[]; now: Date }>,
): Promise<void> {
  const { businessId, accountId, now } = member
  const roles = [...member.roles]
  await tx
    .insert(teamMembers)
    .values({ businessId, accountId, roles, joinedAt: now })
    .onConflictDoUpdate({ target: [teamMembers.businessId, teamMembers.accountId], set: { roles } })
}

/** Deletes a member of a business. */
export async function deleteMember(
  tx: Transaction,
  { businessId, accountId }: Readonly<{ businessId: number; accountId: number }>,
): Promise<void> {
  await tx
    .delete(teamMembers)
    .where(and(eq(teamMembers.businessId, businessId), eq(teamMembers.accountId, accountId)))
}

/** Returns the businesses that were transferred to an account, by name. */
export async function listTransferredBusinesses(db: Queryable, accountId: number): Promise<BusinessRow[]> {
  const memberships = await listMemberships(db, accountId)
  return memberships.filter(({ id, roles }) => id !== accountId && roles.includes('owner'))
}

/** Deletes an account from all teams, and the team of its own business with the invitations to it. */
export async function deleteAccountTeams(
  tx: Transaction,
  { accountId, keepsTeam }: Readonly<{ accountId: number; keepsTeam: boolean }>,
): Promise<void> {
  await tx.delete(teamMembers).where(eq(teamMembers.accountId, accountId))
  if (keepsTeam) return
  await tx.delete(teamMembers).where(eq(teamMembers.businessId, accountId))
  await queryPrepared(tx, DELETE_INVITATIONS, [accountId])
}

const DELETE_INVITATIONS = {
  name: 'teams_delete_invitations',
  text: 'delete from team_invitations where business_id = $1',
}
