import { type SQL, sql } from 'drizzle-orm'
import { type Queryable, queryRows } from '#database/database.ts'
import type { CategoryName } from '../../contract.ts'
import type { ModerationCauseName, ModerationStateName, ModerationView } from './contract.ts'
import type { ComparedFields } from './rules.ts'

/** A product in the operators' list; `key` is its position in the list. */
export type ModeratedRow = ComparedFields &
  Readonly<{
    key: number
    id: string
    name: string
    supplier: { id: string; name: string }
    category: CategoryName
    sku: string
    pictureKey: string | null
    status: 'active' | 'draft' | 'archived'
    isListed: boolean
    moderation: ModerationStateName
    causes: ModerationCauseName[]
    reason: string | null
    priceCents: number
    offerCents: number | null
    stock: number
    since: Date | null
    before: ComparedFields | null
  }>

/** A page of products: the filter, and the key after which it begins. */
export type ModerationPage = Readonly<{
  view: ModerationView
  search: string
  supplier: string | undefined
  after: number | undefined
  limit: number
}>

const COLUMNS = sql`
  p.id as key, p.public_id as id, p.name, p.sku, p.status, p.is_listed as "isListed", p.moderation,
  p.moderation_causes as causes, p.moderation_reason as reason, p.price_amount as "priceCents",
  p.offer_amount as "offerCents", p.stock, p.summary, p.description_html as description, p.stones,
  p.pictures -> 0 ->> 'key' as "pictureKey", c.name as category, m.since, m.before,
  json_build_object('id', s.public_id, 'name', s.name) as supplier`
const JOINS = sql`
  join suppliers s on s.id = p.supplier_id join categories c on c.id = p.category_id
  left join product_moderations m on m.product_id = p.id and p.moderation = 'pending'`

const VIEWS: Readonly<Record<ModerationView, SQL>> = {
  all: sql`p.status <> 'archived'`,
  to_review: sql`p.moderation = 'pending' and p.status = 'active'`,
  listed: sql`p.is_listed`,
  refused: sql`p.moderation = 'refused'`,
  hidden: sql`p.moderation = 'hidden'`,
}

function matchesSearch(search: string): SQL {
  if (search === '') return sql`true`
  const part = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  // Names of listed products have an index; the other products are few.
  return sql`p.id in (
    select id from products where is_listed and name_norm like lower(f_unaccent(${part}))
    union all select id from products where not is_listed and name_norm like lower(f_unaccent(${part}))
    union all select id from products where public_id = ${search}
    union all select id from products where is_listed and lower(sku) = lower(${search})
    union all select product_id from product_variants where sku = ${search})`
}

/** Returns a page of products: those to review by age, all others the newest first. */
export async function listModeratedRows(db: Queryable, page: ModerationPage): Promise<ModeratedRow[]> {
  const { view, search, supplier, after, limit } = page
  const isOldestFirst = view === 'to_review'
  const isAfter =
    after === undefined ? sql`true` : isOldestFirst ? sql`p.id > ${after}` : sql`p.id < ${after}`
  const isOfSupplier =
    supplier === undefined
      ? sql`true`
      : sql`p.supplier_id = (select id from suppliers where public_id = ${supplier})`
  const order = isOldestFirst ? sql`p.id asc` : sql`p.id desc`
  return queryRows<ModeratedRow>(
    db,
    sql`
      with page as materialized (
        select p.id from products p
        where ${VIEWS[view]} and ${isOfSupplier} and ${isAfter} and ${matchesSearch(search)}
        order by ${order} limit ${limit})
      select ${COLUMNS} from page join products p on p.id = page.id ${JOINS} order by ${order}`,
  )
}

/** The numbers of products that wait for a review, were refused, or are hidden. */
export type ModerationCounts = Readonly<{ to_review: number; refused: number; hidden: number }>

/** Returns the number of products in each state that operators review. */
export async function countModerated(db: Queryable): Promise<ModerationCounts> {
  const [counts] = await queryRows<ModerationCounts>(
    db,
    sql`
      select count(*) filter (where moderation = 'pending' and status = 'active')::int as to_review,
        count(*) filter (where moderation = 'refused')::int as refused,
        count(*) filter (where moderation = 'hidden')::int as hidden
      from products where moderation <> 'approved'`,
  )
  return counts ?? { to_review: 0, refused: 0, hidden: 0 }
}

/** A product with the additional data of its page. */
export type ModeratedDetails = ModeratedRow &
  Readonly<{
    summary: string
    description: string
    stones: string | null
    pictureKeys: string[]
    variants: { sku: string; title: string; priceCents: number; stock: number }[]
    decisions: { decision: 'approve' | 'refuse' | 'hide' | 'show'; reason: string; by: string; at: string }[]
  }>

/** Returns the product with a public id, if there is one. */
export async function findModeratedProduct(
  db: Queryable,
  publicId: string,
): Promise<ModeratedDetails | undefined> {
  const [found] = await queryRows<ModeratedDetails>(
    db,
    sql`
      select ${COLUMNS},
        (select coalesce(json_agg(x ->> 'key'), '[]') from jsonb_array_elements(p.pictures) x) as "pictureKeys",
        (select coalesce(json_agg(json_build_object('sku', v.sku, 'title', v.title, 'priceCents', v.price_amount,
          'stock', v.stock) order by v.position, v.id), '[]') from product_variants v where v.product_id = p.id) as variants,
        (select coalesce(json_agg(json_build_object('decision', d.decision, 'reason', d.reason,
          'by', coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), 'Closed account'),
          'at', to_char(d.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by d.id desc), '[]')
          from product_decisions d join accounts a on a.id = d.account_id where d.product_id = p.id) as decisions
      from products p ${JOINS} where p.public_id = ${publicId}`,
  )
  return found
}
