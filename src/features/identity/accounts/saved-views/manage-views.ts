import { notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { type Database, inTransaction, violatedConstraint } from '#database/database.ts'
import type { AccountDataSource } from '../port.ts'
import { lockAccount } from '../account-queries.ts'
import type { SavedList, SavedViewData } from './contract.ts'
import {
  deleteSavedViews,
  insertSavedView,
  selectAllSavedViews,
  selectSavedViews,
  updateSavedView,
} from './saved-view-queries.ts'

/** The most saved views of a list for one account, because they are shown as tabs. */
const MAX_VIEWS = 20

/** A view to save. */
type NewView = Readonly<{ accountId: number; list: SavedList; name: string; query: string; now: Date }>

/** Saves a view of a list and returns its id and all of them. Refuses with `name_taken` and `too_many_views`. */
export async function saveView(
  db: Database,
  view: NewView,
): Promise<Readonly<{ id: string; views: SavedViewData[] }>> {
  return explainTakenName(async () =>
    inTransaction(db, async (tx) => {
      await lockAccount(tx, view.accountId)
      if ((await selectSavedViews(tx, view)).length >= MAX_VIEWS)
        throw refused('too_many_views', `You have saved ${MAX_VIEWS} views of this list. Delete one first.`)
      const publicId = newId('savedView', view.now.getTime())
      await insertSavedView(tx, { ...view, publicId })
      return { id: publicId, views: await selectSavedViews(tx, view) }
    }),
  )
}

/**
 * Renames an account's view or changes its query; returns all views of its list. Throws `view_not_found`; refuses with
 * `name_taken`.
 */
export async function changeView(
  db: Database,
  change: Readonly<{
    accountId: number
    publicId: string
    name: string | undefined
    query: string | undefined
  }>,
): Promise<SavedViewData[]> {
  return explainTakenName(async () =>
    inTransaction(db, async (tx) => {
      const list = await updateSavedView(tx, change)
      if (!list) throw notFound('view_not_found', 'This view no longer exists. Save it as a new one.')
      return selectSavedViews(tx, { accountId: change.accountId, list })
    }),
  )
}

async function explainTakenName<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save()
  } catch (error) {
    if (violatedConstraint(error) !== 'saved_views_name') throw error
    throw refused('name_taken', 'You have a view of this name already. Choose another name.')
  }
}

/** The saved views of an account: exported for its owner, deleted with the account. */
export const savedViewData: AccountDataSource = {
  name: 'savedViews',
  collect: async (db, accountId) =>
    (await selectAllSavedViews(db, accountId)).map(({ createdAt, ...view }) => ({
      ...view,
      since: createdAt.toISOString(),
    })),
  forget: deleteSavedViews,
}
