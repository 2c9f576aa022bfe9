import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { OperatorRole } from '#core/access/permissions.ts'

/** An operator with what owners see of them; the key is internal. */
export type OperatorRow = Readonly<{
  accountId: number
  id: string
  firstName: string
  lastName: string
  email: string
  roles: OperatorRole[]
  secondFactorSince: Date | null
  lastSeenAt: Date | null
  createdAt: Date
}>

const ROLES = `coalesce((select m.roles from team_members m where m.business_id = a.id and m.account_id = a.id), '{owner}')`

const COLUMNS = `
  a.id as "accountId", a.public_id as id, a.first_name as "firstName", a.last_name as "lastName", a.email, ${ROLES} as roles,
  (select t.confirmed_at from totp_secrets t where t.account_id = a.id) as "secondFactorSince",
  (select max(s.last_seen_at) from sessions s where s.account_id = a.id) as "lastSeenAt", a.created_at as "createdAt"`

/** Returns the operators, oldest first. */
export async function listOperatorRows(db: Queryable): Promise<OperatorRow[]> {
  return queryPrepared<OperatorRow>(db, LIST)
}

const LIST = {
  name: 'operators_list',
  text: `select ${COLUMNS} from accounts a where a.type = 'operator' and a.closed_at is null order by a.id`,
}

/** Returns the operators, locked until the transaction ends, so that changes of roles are sequential. */
export async function lockOperators(tx: Transaction): Promise<OperatorRow[]> {
  await queryPrepared(tx, LOCK)
  return listOperatorRows(tx)
}

const LOCK = {
  name: 'operators_lock',
  text: `select id from accounts where type = 'operator' and closed_at is null order by id for update`,
}

/** Locks the creation of the first operator until the transaction ends, because there are no rows to lock yet. */
export async function lockFirstOperator(tx: Transaction): Promise<void> {
  await queryPrepared(tx, LOCK_FIRST)
}

const LOCK_FIRST = {
  name: 'operators_lock_first',
  text: `select pg_advisory_xact_lock(hashtext('operators.first'))`,
}
