import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import { VIEWING_ROLES } from '../rules.ts'

/** A view of a business by a session of an operator, and its end. */
export type AccountView = Readonly<{ sessionId: number; accountId: number; startedAt: Date; endsAt: Date }>

/** Stores a session's view, which replaces its former one. */
export async function saveView(tx: Transaction, view: AccountView): Promise<void> {
  const { sessionId, accountId, startedAt, endsAt } = view
  await queryPrepared(tx, SAVE, [sessionId, accountId, startedAt, endsAt])
}

const SAVE = {
  name: 'teams_save_view',
  text: `
    insert into account_views (session_id, account_id, started_at, ends_at) values ($1, $2, $3, $4)
    on conflict (session_id) do update
      set account_id = excluded.account_id, started_at = excluded.started_at, ends_at = excluded.ends_at`,
}

/** Deletes a session's view; returns the key of the business, undefined without a view. */
export async function deleteView(tx: Transaction, sessionId: number): Promise<number | undefined> {
  const [found] = await queryPrepared<{ accountId: number }>(tx, DELETE, [sessionId])
  return found?.accountId
}

const DELETE = {
  name: 'teams_delete_view',
  text: 'delete from account_views where session_id = $1 returning account_id as "accountId"',
}

/** Returns the key of the business that an operator's session views now, if any. */
export async function findViewedBusiness(
  db: Queryable,
  { sessionId, now }: Readonly<{ sessionId: number; now: Date }>,
): Promise<number | undefined> {
  const [found] = await queryPrepared<{ accountId: number }>(db, FIND, [sessionId, now, VIEWING_ROLES])
  return found?.accountId
}

const FIND = {
  name: 'teams_find_viewed',
  text: `
    select v.account_id as "accountId" from account_views v
    join sessions s on s.id = v.session_id
    join accounts p on p.id = s.account_id and p.type = 'operator'
    join accounts b on b.id = v.account_id and b.closed_at is null
    left join team_members m on m.business_id = p.id and m.account_id = p.id
    where v.session_id = $1 and v.ends_at > $2 and coalesce(m.roles, '{owner}') && $3::text[]`,
}
