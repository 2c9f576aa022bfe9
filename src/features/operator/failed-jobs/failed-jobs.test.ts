import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { asOperator } from '#tests/steps/refunds.ts'
import { readEmails } from '#tests/steps/sign-in.ts'

const shop = await createTestShop()

type Listed = { id: string; name: string; input: string; error: string; attempts: number }

const RESET_EMAIL = 'accounts.mail_reset_link'

/** Requests an email to reset a password, whose job fails on its last attempt; returns the address and the job's id. */
async function requestFailedEmail() {
  const { email } = await createSignedInAccount(shop.db, shop.now(), { withPassword: true })
  await shop.app.jobs.enqueue(shop.db, { job: RESET_EMAIL, input: { email } })
  const [row] = await queryRows<{ id: string }>(
    shop.db,
    sql`update pgboss.job set state = 'failed', retry_count = 4, completed_on = now(),
          output = '{"message": "The mail server is away."}'
        where name = ${RESET_EMAIL} and state < 'active' returning id`,
  )
  return { email, id: row?.id ?? '' }
}

const listJobs = async (cursor = '') =>
  asOperator(shop, `/operator/jobs${cursor === '' ? '' : `?cursor=${cursor}`}`)

test('a job that gave up is listed with its error, and runs once more when an operator retries it', async () => {
  const { email, id } = await requestFailedEmail()
  await shop.work()
  expect(await readEmails(shop, email)).toEqual([])
  expect(getField<Listed[]>(await listJobs(), 'jobs')).toMatchObject([
    {
      id,
      name: RESET_EMAIL,
      error: 'The mail server is away.',
      attempts: 5,
      input: expect.stringContaining('{'),
    },
  ])
  const operator = await createSignedInAccount(shop.db, shop.now(), { type: 'operator' })
  const retry = () => shop.post(`/operator/jobs/${id}/retry`, {}, operator.headers)
  expect((await retry()).status).toBe(200)
  expect(await retry()).toMatchObject({ status: 404, body: { code: 'job_not_found' } })
  await shop.work()
  expect(await readEmails(shop, email)).toHaveLength(1)
  expect(getField<Listed[]>(await listJobs(), 'jobs')).toEqual([])
  expect(getField<object[]>(await asOperator(shop, '/operator/audit-log'), 'entries')).toMatchObject([
    { action: 'Retried a background job', after: { job: RESET_EMAIL, error: 'The mail server is away.' } },
  ])
})

test('a dismissed job never runs, and the audit log keeps its error, but not its input', async () => {
  const { email, id } = await requestFailedEmail()
  const operator = await createSignedInAccount(shop.db, shop.now(), { type: 'operator' })
  expect((await shop.post(`/operator/jobs/${id}/dismiss`, {}, operator.headers)).status).toBe(200)
  await shop.work()
  expect(await readEmails(shop, email)).toEqual([])
  const [entry] = getField<{ after: object }[]>(await asOperator(shop, '/operator/audit-log'), 'entries')
  expect(entry).toMatchObject({ action: 'Dismissed a background job' })
  expect(entry?.after).toEqual({ job: RESET_EMAIL, error: 'The mail server is away.' })
})

test('failed jobs are paged, the newest failure first; an invalid cursor is refused', async () => {
  await queryRows(
    shop.db,
    sql`insert into pgboss.job (name, data, state, completed_on)
        select ${RESET_EMAIL}, '{}', 'failed', now() - n * interval '1 second' from generate_series(1, 120) n`,
  )
  const seen: string[] = []
  let cursor: string | null = ''
  for (; cursor !== null;) {
    const page = await listJobs(cursor)
    seen.push(...getField<Listed[]>(page, 'jobs').map(({ id }) => id))
    cursor = getField<string | null>(page, 'nextCursor')
  }
  const rows = await queryRows<{ id: string }>(
    shop.db,
    sql`select id from pgboss.job where state = 'failed' order by completed_on desc`,
  )
  expect(seen).toEqual(rows.map(({ id }) => id))
  for (const key of [['yesterday', seen[0]], ['2026-11-27T10:00:00.000Z', 'x'], [3]]) {
    const bad = Buffer.from(JSON.stringify(key)).toString('base64url')
    expect(await listJobs(bad)).toMatchObject({ status: 400, body: { code: 'bad_cursor' } })
  }
})
