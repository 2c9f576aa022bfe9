import { isMigrated, migrate } from '#database/migrate.ts'
import { openDatabase, type OpenDatabase } from '#database/connections/open-database.ts'
import { refused } from '#core/errors.ts'
import { findShop, type ShopLocation, type ShopSettings } from './find-shop.ts'

/** The dependencies of a command: the shop's database, and its location. */
export type OpenShop = OpenDatabase & Readonly<{ place: ShopLocation }>

/** Finds the shop, migrates its database, runs a command on it and closes it. Refuses with `no_shop`, `which_shop`. */
export async function withDatabase<Result>(
  settings: ShopSettings,
  work: (shop: OpenShop) => Promise<Result>,
): Promise<Result> {
  const location = await findShop(settings)
  const database = await openDatabase({
    url: location.databaseUrl,
    directUrl: location.databaseDirectUrl,
    dataDir: location.dataDir,
    log: () => undefined,
  })
  try {
    if (!(await isMigrated(database.pool))) throw emptyDatabaseError()
    await migrate(database.directPool)
    return await work({ ...database, place: location })
  } finally {
    await database.close()
  }
}

function emptyDatabaseError(): Error {
  return refused(
    'no_shop',
    'The database is empty: there is no shop in it.\nCheck DATABASE_URL. To create a shop there, start it, or run npm run migrate.',
  )
}
