import { isMigrated, migrate } from '#database/migrate.ts'
import { openDatabase, type OpenDatabase } from '#database/open-database.ts'
import { refused } from '#core/errors.ts'
import { findShop, type ShopPlace, type ShopSettings } from './find-shop.ts'

/** What a command works with: the shop's database, and where the shop is. */
export type FoundShop = OpenDatabase & Readonly<{ place: ShopPlace }>

/** Finds the shop, brings its database up to date, runs a command on it and closes it again. Refuses with `no_shop`, `which_shop`. */
export async function withDatabase<Result>(
  settings: ShopSettings,
  work: (shop: FoundShop) => Promise<Result>,
): Promise<Result> {
  const place = await findShop(settings)
  const database = await openDatabase({
    url: place.databaseUrl,
    dataDir: place.dataDir,
    log: () => undefined,
  })
  try {
    if (!(await isMigrated(database.pool))) throw emptyDatabase()
    await migrate(database.pool)
    return await work({ ...database, place })
  } finally {
    await database.close()
  }
}

function emptyDatabase(): Error {
  return refused(
    'no_shop',
    'The database is empty: there is no shop in it.\nIs DATABASE_URL right? To make a shop there, start it, or run npm run migrate.',
  )
}
