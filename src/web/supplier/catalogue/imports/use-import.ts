import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { type ImportDetail, isProcessing } from './import-texts.ts'

const REFRESH_MS = 1_000

/** Returns an import, reloaded every second while it runs. */
export function useImport(id: string) {
  return useQuery({
    queryKey: ['supplier', 'import', id],
    queryFn: async ({ signal }) =>
      (await call('GET /supplier/imports/{id}', { params: { id } }, { signal })).import,
    refetchInterval: ({ state }) => (state.data && isProcessing(state.data) ? REFRESH_MS : false),
  })
}

/** Returns the actions on an import; their responses are shown at once. */
export function useImportActions(id: string) {
  const queries = useQueryClient()
  const settle = (stored: ImportDetail) => {
    queries.setQueryData(['supplier', 'import', id], stored)
    void queries.invalidateQueries({ queryKey: ['supplier', 'imports'] })
    void queries.invalidateQueries({ queryKey: ['supplier', 'import-items', id] })
  }
  const onSuccess = (answer: Readonly<{ import: ImportDetail }>) => settle(answer.import)
  const failWith = (text: string) => (error: unknown) => {
    toast.error(explainError(error, `${text} Please try again in a moment.`))
    void queries.invalidateQueries({ queryKey: ['supplier', 'import', id] })
  }
  const params = { id }
  return {
    plan: useMutation({
      mutationFn: (mapping: ImportDetail['mapping'] | undefined) =>
        call('POST /supplier/imports/{id}/plan', { params, body: mapping ? { mapping } : {} }),
      onSuccess,
    }),
    apply: useMutation({
      mutationFn: () => call('POST /supplier/imports/{id}/apply', { params, body: {} }),
      onSuccess,
      onError: failWith('We couldn’t start the import.'),
    }),
    cancel: useMutation({
      mutationFn: () => call('POST /supplier/imports/{id}/cancel', { params, body: {} }),
      onSuccess,
      onError: failWith('We couldn’t cancel the import.'),
    }),
  }
}

/** The actions on an import. */
export type ImportActions = ReturnType<typeof useImportActions>
