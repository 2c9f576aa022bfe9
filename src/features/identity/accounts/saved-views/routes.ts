import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { changeView, saveView } from './manage-views.ts'
import { deleteSavedView, selectSavedViews } from './saved-view-queries.ts'

/** The routes of saved views of lists in the consoles. */
export const savedViewRoutes: readonly Route[] = [
  route(contract.listSavedViews, async ({ query: { list } }, { db, actor }) =>
    ok('Your views', { views: await selectSavedViews(db, { accountId: actor.id, list }) }),
  ),

  route(contract.createSavedView, async ({ body }, { db, actor, now }) =>
    ok('View saved.', await saveView(db, { ...body, accountId: actor.id, now })),
  ),

  route(contract.updateSavedView, async ({ params: { id }, body: { name, query } }, { db, actor }) =>
    ok('View saved.', { views: await changeView(db, { accountId: actor.id, publicId: id, name, query }) }),
  ),

  route(contract.deleteSavedView, async ({ params: { id } }, { db, actor }) => {
    await deleteSavedView(db, actor.id, id)
    return ok('View deleted.', {})
  }),
]
