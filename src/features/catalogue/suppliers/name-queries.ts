import { type Queryable, queryPrepared } from '#database/database.ts'
import { toSlug } from './rules.ts'

/**
 * A supplier as an operator tells it from others of its name: `shortName` is its own alone, `owner` the address of the account
 * that signed up for it.
 */
export type NamedSupplier = Readonly<{
  id: number
  shortName: string
  name: string
  country: string
  owner: string | null
  contactEmail: string | null
  isVerified: boolean
  createdAt: Date
}>

/** Lists the suppliers a name may mean, oldest first. Names with one slug are the same, and a short name is a name. */
export async function listSuppliersByName(db: Queryable, name: string): Promise<NamedSupplier[]> {
  const slug = toSlug(name)
  // Of several suppliers of one name all but the first have a tail of eight signs: see `createStore`.
  const found = await queryPrepared<NamedSupplier>(db, LIST_BY_NAME, [slug, `${slug.slice(0, 50)}-________`])
  return found.filter((supplier) => supplier.shortName === slug || toSlug(supplier.name) === slug)
}

/** Finds the supplier with this short name, verified or not. */
export async function findSupplierByShortName(
  db: Queryable,
  shortName: string,
): Promise<NamedSupplier | undefined> {
  const [found] = await queryPrepared<NamedSupplier>(db, FIND_BY_SHORT_NAME, [shortName.trim().toLowerCase()])
  return found
}

const COLUMNS = `
  select s.id, s.slug as "shortName", s.name, s.country, p.email as owner, s.contact_email as "contactEmail",
    s.is_verified as "isVerified", s.created_at as "createdAt"
  from suppliers s left join accounts p on p.id = s.owner_id`

const LIST_BY_NAME = {
  name: 'suppliers_list_named',
  text: `${COLUMNS} where s.slug = $1 or s.slug like $2 order by s.id`,
}

const FIND_BY_SHORT_NAME = {
  name: 'suppliers_find_by_short_name',
  text: `${COLUMNS} where s.slug = $1`,
}
