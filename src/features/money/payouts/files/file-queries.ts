import { queryPrepared, type Queryable } from '#database/database.ts'

/** A file of payouts. `payOn` is a day such as 2026-03-02. */
export type FileRow = Readonly<{
  id: number
  publicId: string
  currency: string
  payOn: string
  payouts: number
  amount: number
  createdAt: Date
}>

const FILE = `
  select f.id, f.public_id as "publicId", f.currency, f.pay_on::text as "payOn", f.payouts, f.amount,
    f.created_at as "createdAt"
  from payout_files f`

/** Returns a file by its public id. */
export async function findFile(db: Queryable, publicId: string): Promise<FileRow | undefined> {
  const [found] = await queryPrepared<FileRow>(db, FIND_FILE, [publicId])
  return found
}

const FIND_FILE = { name: 'payouts_find_file', text: `${FILE} where f.public_id = $1` }

/** Locks a currency's prepared bank payouts that aren't stopped or locked elsewhere; returns their public ids. */
export async function lockPreparedPayouts(tx: Queryable, currency: string): Promise<string[]> {
  const found = await queryPrepared<{ publicId: string }>(tx, LOCK_PREPARED, [currency])
  return found.map(({ publicId }) => publicId)
}

const LOCK_PREPARED = {
  name: 'payouts_lock_prepared',
  text: `
    select public_id as "publicId" from payouts p
    where state = 'prepared' and method = 'bank' and currency = $1
      and not exists (select from payout_stops t where t.supplier_id = p.supplier_id and t.ended_at is null)
    order by id limit 1000
    for update skip locked`,
}

/** A new file, with the payouts in it. */
export type NewFile = Readonly<{
  publicId: string
  currency: string
  payOn: string
  payoutIds: readonly string[]
  createdBy: number
  now: Date
}>

/** Inserts a file of these payouts and assigns them to it. */
export async function insertFile(tx: Queryable, file: NewFile): Promise<void> {
  const { publicId, currency, payOn, payoutIds, createdBy, now } = file
  await queryPrepared(tx, INSERT_FILE, [publicId, currency, payOn, createdBy, now, payoutIds])
  await queryPrepared(tx, FILL_FILE, [publicId, payoutIds])
}

const INSERT_FILE = {
  name: 'payouts_insert_file',
  text: `
    insert into payout_files (public_id, currency, pay_on, created_by, created_at, payouts, amount)
    select $1, $2, $3::date, $4, $5, count(*), sum(amount) from payouts where public_id = any($6::text[])`,
}
const FILL_FILE = {
  name: 'payouts_fill_file',
  text: `
    update payouts set file_id = (select id from payout_files where public_id = $1)
    where public_id = any($2::text[])`,
}

/** Lists the latest files, newest first, with their counts of payouts by state. */
export async function listFiles(
  db: Queryable,
  { limit, offset }: Readonly<{ limit: number; offset: number }>,
): Promise<{ files: (FileRow & { states: Record<string, number> })[]; total: number }> {
  const [files, counted] = await Promise.all([
    queryPrepared<FileRow & { states: Record<string, number> }>(db, LIST_FILES, [limit, offset]),
    queryPrepared<{ total: number }>(db, COUNT_FILES),
  ])
  return { files, total: counted[0]?.total ?? 0 }
}

const LIST_FILES = {
  name: 'payouts_list_files',
  text: `
    select x.*, (
      select json_object_agg(state, count) from (
        select p.state, count(*) from payouts p where p.file_id = x.id group by p.state) counted) as states
    from (${FILE} order by f.id desc limit $1 offset $2) x order by x.id desc`,
}
const COUNT_FILES = { name: 'payouts_count_files', text: 'select count(*) as total from payout_files' }
