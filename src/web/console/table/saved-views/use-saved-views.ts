import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SavedList, SavedViewData } from '#features/identity/accounts/saved-views/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { toast } from '#web/app/toast.ts'
import { toAddress } from '../use-address.ts'

/** The parameters that a saved view excludes: the scroll position, the page, and the saved view itself. */
const NOT_SAVED = ['row', 'page', 'saved']

/** A list whose views are saved: its name, its path, and its current address. */
export type SavedViewsOptions = Readonly<{
  list: SavedList
  path: string
  address: Readonly<Record<string, string>>
}>

/** Returns the saved views of a list, the selected one, and the functions that save, change and delete them. */
export function useSavedViews({ list, path, address }: SavedViewsOptions) {
  const queries = useQueryClient()
  const go = useNavigateTo()
  const key = ['saved-views', list]
  const views = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await call('GET /users/savedViews', { query: { list } }, { signal })).views,
    staleTime: 60_000,
  }).data
  const current = views?.find(({ id }) => id === address['saved'])
  const query = toQuery(address)
  const store = (next: SavedViewData[]) => queries.setQueryData(key, next)

  async function save(name: string): Promise<void> {
    const saved = await call('POST /users/savedViews', { body: { list, name, query } })
    store(saved.views)
    await go(toViewAddress(path, { id: saved.id, query }), { replace: true })
  }

  async function rename(view: SavedViewData, name: string): Promise<void> {
    const params = { id: view.id }
    store((await call('POST /users/savedViews/{id}', { params, body: { name } })).views)
  }

  const change = useMutation({
    mutationFn: async (kind: 'update' | 'delete') => {
      if (!current) return
      const params = { id: current.id }
      if (kind === 'update') {
        store((await call('POST /users/savedViews/{id}', { params, body: { query } })).views)
        toast.success(`“${current.name}” saved.`)
        return
      }
      await call('POST /users/savedViews/{id}/delete', { params })
      store((views ?? []).filter(({ id }) => id !== current.id))
      await go(toAddress(path, { ...address, saved: undefined }), { replace: true })
    },
    onError: (error) => toast.error(explainError(error, 'We couldn’t change the view. Please try again.')),
  })

  const isChanged = query !== (current?.query ?? toQuery(address, ['view', 'group']))
  return { views: views ?? [], current, isChanged, save, rename, change }
}

/** The return value of `useSavedViews`. */
export type SavedViews = ReturnType<typeof useSavedViews>

/** Returns the address of a saved view. */
export function toViewAddress(path: string, { id, query }: Pick<SavedViewData, 'id' | 'query'>): string {
  return toAddress(path, { ...Object.fromEntries(new URLSearchParams(query)), saved: id })
}

/** Returns the query of an address for saving, in a fixed order; with `names` only those parameters. */
function toQuery(address: Readonly<Record<string, string>>, names?: readonly string[]): string {
  const entries = Object.entries(address).filter(
    ([name, value]) => value !== '' && (names ? names.includes(name) : !NOT_SAVED.includes(name)),
  )
  return new URLSearchParams(entries.toSorted(([one], [other]) => (one < other ? -1 : 1))).toString()
}
