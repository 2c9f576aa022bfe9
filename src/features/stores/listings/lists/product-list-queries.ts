import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { ProductListData } from './contract.ts'

/** Returns an account's lists by name; with `productId`, each says whether it has that product. */
export async function listProductLists(
  db: Queryable,
  { accountId, productId = null }: Readonly<{ accountId: number; productId?: string | null }>,
): Promise<ProductListData[]> {
  return queryPrepared<ProductListData>(db, LIST_LISTS, [accountId, productId])
}

const LIST_LISTS = {
  name: 'listings_list_product_lists',
  text: `
    select l.public_id as id, l.name,
      (select count(*)::int from product_list_items i where i.list_id = l.id) as products,
      exists (select from product_list_items i join products p on p.id = i.product_id
        where i.list_id = l.id and p.public_id = $2) as "hasProduct"
    from product_lists l where l.account_id = $1 order by lower(l.name)`,
}

/** Locks an account's lists until the transaction ends, and returns how many there are. */
export async function lockLists(tx: Transaction, accountId: number): Promise<number> {
  await queryPrepared(tx, LOCK_ACCOUNT, [accountId])
  return (await queryPrepared(tx, COUNT_LISTS, [accountId])).length
}

const LOCK_ACCOUNT = {
  name: 'listings_lock_product_lists',
  text: 'select pg_advisory_xact_lock(1606, $1::int)',
}
const COUNT_LISTS = {
  name: 'listings_count_product_lists',
  text: 'select 1 from product_lists where account_id = $1',
}

/** Stores a list; returns false if the account has one with that name. */
export async function insertList(
  tx: Transaction,
  list: Readonly<{ id: string; accountId: number; name: string; now: Date }>,
): Promise<boolean> {
  const { id, accountId, name, now } = list
  return (await queryPrepared(tx, INSERT_LIST, [id, accountId, name, now])).length > 0
}

const INSERT_LIST = {
  name: 'listings_insert_product_list',
  text: `
    insert into product_lists (public_id, account_id, name, created_at) values ($1, $2, $3, $4)
    on conflict (account_id, lower(name)) do nothing returning id`,
}

/** A reference to an account's list. */
export type ListRef = Readonly<{ accountId: number; id: string }>

/** Deletes a list; returns false if there is none. */
export async function deleteList(db: Queryable, { accountId, id }: ListRef): Promise<boolean> {
  return (await queryPrepared(db, DELETE_LIST, [accountId, id])).length > 0
}

const DELETE_LIST = {
  name: 'listings_delete_product_list',
  text: 'delete from product_lists where account_id = $1 and public_id = $2 returning id',
}

/** Returns the internal key of a list. */
export async function findListKey(db: Queryable, { accountId, id }: ListRef): Promise<number | undefined> {
  return (await queryPrepared<{ id: number }>(db, FIND_LIST, [accountId, id]))[0]?.id
}

const FIND_LIST = {
  name: 'listings_find_product_list',
  text: 'select id from product_lists where account_id = $1 and public_id = $2',
}

/** Returns a range of a list's products by public id, newest first, and their total count. */
export async function listListedProducts(
  db: Queryable,
  { listKey, limit, offset }: Readonly<{ listKey: number; limit: number; offset: number }>,
): Promise<{ ids: string[]; total: number }> {
  const found = await queryPrepared<{ id: string; total: number }>(db, LIST_PRODUCTS, [
    listKey,
    limit,
    offset,
  ])
  return { ids: found.map(({ id }) => id), total: found[0]?.total ?? 0 }
}

const LIST_PRODUCTS = {
  name: 'listings_list_listed_products',
  text: `
    select p.public_id as id, (count(*) over ())::int as total
    from product_list_items i join products p on p.id = i.product_id
    where i.list_id = $1 and p.is_listed order by i.added_at desc, p.id limit $2 offset $3`,
}

/** Adds products to a list; returns their number afterwards. */
export async function insertListed(
  tx: Transaction,
  { listKey, productIds, now }: Readonly<{ listKey: number; productIds: readonly string[]; now: Date }>,
): Promise<number> {
  await queryPrepared(tx, INSERT_LISTED, [listKey, productIds, now])
  return (await queryPrepared(tx, COUNT_LISTED, [listKey])).length
}

const INSERT_LISTED = {
  name: 'listings_insert_listed_products',
  text: `
    insert into product_list_items (list_id, product_id, added_at)
    select $1, id, $3 from products where public_id = any($2::text[]) on conflict do nothing`,
}
const COUNT_LISTED = {
  name: 'listings_count_listed_products',
  text: 'select 1 from product_list_items where list_id = $1',
}

/** Removes products from a list. */
export async function deleteListed(
  tx: Transaction,
  { listKey, productIds }: Readonly<{ listKey: number; productIds: readonly string[] }>,
): Promise<void> {
  await queryPrepared(tx, DELETE_LISTED, [listKey, productIds])
}

const DELETE_LISTED = {
  name: 'listings_delete_listed_products',
  text: `
    delete from product_list_items i using products p
    where i.list_id = $1 and p.id = i.product_id and p.public_id = any($2::text[])`,
}

/** Tags of products of an account. */
export type TagChange = Readonly<{ accountId: number; productIds: readonly string[]; tag: string }>

/** Adds a tag to products; returns the largest number of tags that one of them has then. */
export async function insertTags(
  tx: Transaction,
  { accountId, productIds, tag }: TagChange,
): Promise<number> {
  await queryPrepared(tx, INSERT_TAGS, [accountId, productIds, tag])
  const [found] = await queryPrepared<{ most: number }>(tx, COUNT_TAGS, [accountId, productIds])
  return found?.most ?? 0
}

const INSERT_TAGS = {
  name: 'listings_insert_product_tags',
  text: `
    insert into product_tags (account_id, product_id, tag)
    select $1, id, $3 from products where public_id = any($2::text[]) on conflict do nothing`,
}
const COUNT_TAGS = {
  name: 'listings_count_product_tags',
  text: `
    select max(n)::int as most from (
      select count(*) as n from product_tags t join products p on p.id = t.product_id
      where t.account_id = $1 and p.public_id = any($2::text[]) group by t.product_id) c`,
}

/** Removes a tag from products. */
export async function deleteTags(tx: Transaction, { accountId, productIds, tag }: TagChange): Promise<void> {
  await queryPrepared(tx, DELETE_TAGS, [accountId, productIds, tag])
}

const DELETE_TAGS = {
  name: 'listings_delete_product_tags',
  text: `
    delete from product_tags t using products p
    where t.account_id = $1 and t.tag = $3 and p.id = t.product_id and p.public_id = any($2::text[])`,
}

/** Returns an account's tags with how many products have each, by name. */
export async function listTags(
  db: Queryable,
  accountId: number,
): Promise<Readonly<{ tag: string; products: number }>[]> {
  return queryPrepared(db, LIST_TAGS, [accountId])
}

const LIST_TAGS = {
  name: 'listings_list_tags',
  text: `
    select tag, count(*)::int as products from product_tags where account_id = $1 group by tag order by lower(tag)`,
}

/** Returns the tags of products (internal keys) of an account, by product. */
export async function listTagsOf(
  db: Queryable,
  { accountId, productKeys }: Readonly<{ accountId: number; productKeys: readonly number[] }>,
): Promise<Map<number, string[]>> {
  const found = await queryPrepared<{ productKey: number; tags: string[] }>(db, LIST_TAGS_OF, [
    accountId,
    productKeys,
  ])
  return new Map(found.map(({ productKey, tags }) => [productKey, tags]))
}

const LIST_TAGS_OF = {
  name: 'listings_list_tags_of_products',
  text: `
    select product_id as "productKey", array_agg(tag order by lower(tag)) as tags from product_tags
    where account_id = $1 and product_id = any($2::bigint[]) group by product_id`,
}
