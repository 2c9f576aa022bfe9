import { type SQL, sql } from 'drizzle-orm'
import { MAX_SHOWN } from '#core/shown-rows.ts'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import type { AnnouncementData, CampaignData, PromotionData } from './contract.ts'
import type { Audience, PromotionKind } from './shapes.ts'

/** A stored promotion, with its state at a moment. */
export type PromotionRow = Omit<PromotionData, 'startsAt' | 'endsAt'> &
  Readonly<{ key: number; startsAt: Date; endsAt: Date | null }>

const LINK = sql`case when p.link_path is not null then json_build_object('label', p.link_label, 'path', p.link_path) end`

const isRunning = (now: Date): SQL =>
  sql`p.starts_at <= ${now}::timestamptz and (p.ends_at is null or p.ends_at > ${now}::timestamptz)`

const selectPromotions = (now: Date): SQL => sql`
  select p.id as key, p.public_id as id, p.kind, coalesce(s.name, p.title) as title, p.text, ${LINK} as link, p.audience,
    p.picture, p.version, p.starts_at as "startsAt", p.ends_at as "endsAt",
    case when ${isRunning(now)} then 'running' when p.starts_at > ${now}::timestamptz then 'scheduled' else 'ended' end as state,
    case when s.id is not null then json_build_object('id', s.public_id, 'name', s.name, 'isListed', s.is_verified) end as supplier
  from promotions p left join suppliers s on s.id = p.supplier_id`

/**
 * Returns the promotions of a kind, at most `MAX_SHOWN`: first running ones, then scheduled ones, then those that have ended.
 */
export async function listPromotionRows(
  db: Queryable,
  { kind, now }: Readonly<{ kind: PromotionKind; now: Date }>,
): Promise<PromotionRow[]> {
  return queryRows<PromotionRow>(
    db,
    sql`
      select * from (${selectPromotions(now)} where p.kind = ${kind}) found
      order by array_position('{running,scheduled,ended}'::text[], state), "startsAt" desc, key desc limit ${MAX_SHOWN.promotions}`,
  )
}

/** Returns a promotion, locked until the transaction ends; undefined if there is none. */
export async function lockPromotion(
  tx: Transaction,
  { id, now }: Readonly<{ id: string; now: Date }>,
): Promise<PromotionRow | undefined> {
  const [found] = await queryRows<PromotionRow>(
    tx,
    sql`${selectPromotions(now)} where p.public_id = ${id} for update of p`,
  )
  return found
}

/** The stored fields of a promotion. */
export type StoredPromotion = Readonly<{
  kind: PromotionKind
  title: string
  text: string
  linkLabel: string | null
  linkPath: string | null
  audience: Audience
  picture: string | null
  supplierId: number | null
  startsAt: Date
  endsAt: Date | null
}>

/** Stores a new promotion. */
export async function insertPromotion(
  tx: Transaction,
  id: string,
  { promotion, now }: Readonly<{ promotion: StoredPromotion; now: Date }>,
): Promise<void> {
  const { kind, title, text, linkLabel, linkPath, audience, picture, supplierId, startsAt, endsAt } =
    promotion
  await tx.execute(sql`
    insert into promotions (public_id, kind, title, text, link_label, link_path, audience, picture, supplier_id, starts_at,
      ends_at, created_at)
    values (${id}, ${kind}, ${title}, ${text}, ${linkLabel}, ${linkPath}, ${audience}, ${picture}, ${supplierId}, ${startsAt},
      ${endsAt}, ${now})`)
}

/** Stores the changes of a promotion. */
export async function updatePromotion(
  tx: Transaction,
  key: number,
  promotion: StoredPromotion,
): Promise<void> {
  const { title, text, linkLabel, linkPath, audience, picture, supplierId, startsAt, endsAt } = promotion
  await tx.execute(sql`
    update promotions set title = ${title}, text = ${text}, link_label = ${linkLabel}, link_path = ${linkPath},
      audience = ${audience}, picture = ${picture}, supplier_id = ${supplierId}, starts_at = ${startsAt}, ends_at = ${endsAt},
      version = version + 1
    where id = ${key}`)
}

/** Deletes a promotion. */
export async function deletePromotion(tx: Transaction, key: number): Promise<void> {
  await tx.execute(sql`delete from promotions where id = ${key}`)
}

/** Returns the key of a supplier by its public ID; undefined for unknown and practice suppliers. */
export async function findSupplierKey(db: Queryable, id: string): Promise<number | undefined> {
  const [found] = await queryRows<{ id: number }>(
    db,
    sql`select id from suppliers where public_id = ${id} and not is_practice`,
  )
  return found?.id
}

/** The most campaigns and announcements shown at once. */
const MOST_SHOWN = 4

/** Returns the running campaigns, the newest first. */
export async function listRunningCampaigns(
  db: Queryable,
  now: Date,
): Promise<(Omit<CampaignData, 'endsAt'> & Readonly<{ endsAt: Date | null }>)[]> {
  return queryRows(
    db,
    sql`
      select p.public_id as id, p.title, p.text, ${LINK} as link, p.picture, p.ends_at as "endsAt" from promotions p
      where p.kind = 'campaign' and ${isRunning(now)} order by p.starts_at desc, p.id desc limit ${MOST_SHOWN}`,
  )
}

/** Returns the running announcements for an audience, the newest first. */
export async function listRunningAnnouncements(
  db: Queryable,
  { audience, now }: Readonly<{ audience: Audience; now: Date }>,
): Promise<AnnouncementData[]> {
  return queryRows(
    db,
    sql`
      select p.public_id as id, p.title as text, ${LINK} as link from promotions p
      where p.kind = 'announcement' and p.audience = ${audience} and ${isRunning(now)}
      order by p.starts_at desc, p.id desc limit ${MOST_SHOWN}`,
  )
}
