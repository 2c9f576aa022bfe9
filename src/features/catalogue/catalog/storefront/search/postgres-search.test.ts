import { testSearchContract } from '#tests/contracts/search-contract.ts'
import { createOutdatedSearch } from '#tests/fakes/search-index.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { createFacetCounts } from '../facets/facet-counts.ts'
import { createPostgresSearch } from './postgres-search.ts'

const { db, reset } = await createTestDatabase()
const search = createPostgresSearch(createFacetCounts({ restMs: 0, keepMs: 0 }))
const outdated = createOutdatedSearch(search)

testSearchContract('PostgreSQL', async () => {
  await reset()
  return { db, search, settle: async () => undefined }
})

testSearchContract('an index that is behind', async () => {
  await reset()
  outdated.settle()
  return { db, search: outdated, settle: async () => outdated.settle() }
})
