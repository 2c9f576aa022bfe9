import { queryPrepared, type Queryable } from '#database/database.ts'
import type { TokenHolder } from '#platform/http/calls/actor.ts'
import { hashToken } from '#features/identity/accounts/service.ts'
import { VIEWING_ROLES } from './rules.ts'

/** The time and the business of a token's use, and whether operators need a second factor. */
export type ActorQuery = Readonly<{
  now: Date
  business?: string | undefined
  operatorsNeedSecondFactor?: boolean
}>

/**
 * Returns the account of an access token and the business it acts for; undefined if the token is invalid. The business
 * is the one with that public id, or its own; tokens that are unknown, expired or revoked are invalid. Read at each
 * call, so that a member who leaves a team loses access at once.
 */
export async function readActor(
  db: Queryable,
  token: string,
  { now, business, operatorsNeedSecondFactor = false }: ActorQuery,
): Promise<TokenHolder | undefined> {
  const [found] = await queryPrepared<TokenHolder>(db, FIND_HOLDER, [
    hashToken(token),
    now,
    business ?? null,
    operatorsNeedSecondFactor,
    VIEWING_ROLES,
  ])
  return found
}

// For an unknown business the account is no member. Without a row of its own, an account owns the business that it
// created, unless another account does.
const FIND_HOLDER = {
  name: 'teams_find_holder',
  text: `
    select coalesce(b.id, p.id) as id, coalesce(b.public_id, p.public_id) as "publicId", coalesce(b.type, p.type) as type,
      p.id as "memberId", p.email, p.first_name as "firstName", p.last_name as "lastName", s.id as "sessionId",
      s.confirmed_until as "confirmedUntil",
      p.type = 'operator' and $4::boolean and s.second_factor_at is null as "lacksSecondFactor",
      null::json as "apiKey", v.session_id is not null as "isViewing",
      case
        when v.session_id is not null then '{owner}'
        -- Operators act for the marketplace alone.
        when p.type = 'operator' and b.id <> p.id then '{}'
        when m.roles is not null then m.roles
        when b.id = p.id
          and not exists (select from team_members t where t.business_id = b.id and t.roles = '{owner}') then '{owner}'
        else '{}'
      end as roles
    from sessions s
    join accounts p on p.id = s.account_id
    left join accounts b on b.id = case
      when $3::text is null then p.id else (select a.id from accounts a where a.public_id = $3) end
    left join team_members m on m.business_id = b.id and m.account_id = p.id
    left join account_views v on p.type = 'operator' and b.type <> 'operator' and b.closed_at is null
      and v.session_id = s.id and v.account_id = b.id and v.ends_at > $2
      and coalesce((select o.roles from team_members o where o.business_id = p.id and o.account_id = p.id), '{owner}') && $5::text[]
    where s.access_hash = $1 and s.access_expires_at > $2 and s.ends_at > $2 and s.ended_at is null
      and not s.is_second_factor_due and p.closed_at is null`,
}
