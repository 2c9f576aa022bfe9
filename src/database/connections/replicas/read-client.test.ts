import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/shop/database.ts'
import { isConnectionFailure } from '../../failures.ts'
import { limitQueries } from './read-client.ts'

const { pool } = await createTestDatabase()

test('reads in place of replicas leave connections of the primary free, and too many are refused', async () => {
  const query = limitQueries(pool, 2)
  const holder = await pool.connect()
  await holder.query('select pg_advisory_lock(17)')
  const wait = () => query({ text: 'select pg_advisory_lock_shared(17), pg_advisory_unlock_shared(17)' })
  const reads = Array.from({ length: 2 + 50 }, wait)
  const refused: unknown = await wait().catch((error: unknown) => error)
  expect(isConnectionFailure(refused)).toBe(true)
  // The pool has eight connections: the holder's, two of reads, and this one.
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(pool.totalCount).toBeLessThanOrEqual(4)
  await holder.query('select pg_advisory_unlock(17)')
  holder.release()
  expect(await Promise.all(reads)).toHaveLength(52)
  await expect(wait()).resolves.toMatchObject({ rowCount: 1 })
})
