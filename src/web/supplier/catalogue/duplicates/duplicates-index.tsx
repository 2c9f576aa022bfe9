import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { useCan } from '#web/console/frame/business.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { TablePages, ViewTabs } from '#web/console/table/table-tools.tsx'
import { toAddress, useAddressChange } from '#web/console/table/use-address.ts'
import { SUPPLIER } from '../../console/addresses.ts'
import type { SectionProps } from '../../console/supplier-page.tsx'
import { type DuplicateActions, DuplicateCard } from './duplicate-card.tsx'

type State = AnswerTo<'GET /supplier/product-duplicates'>['duplicates'][number]['state']

const VIEWS: readonly Readonly<{ id: State; label: string; empty: string }>[] = [
  {
    id: 'open',
    label: 'To decide',
    empty:
      'Products that share a certificate, SKU, title or picture appear here. Nothing is merged without your approval.',
  },
  { id: 'merged', label: 'Merged', empty: 'Merged products appear here, and you can undo the merge.' },
  {
    id: 'separate',
    label: 'Not duplicates',
    empty: 'Pairs that you keep as separate products appear here.',
  },
]

const PAGE_SIZE = 20

/** Renders the supplier's possible duplicates in pairs, which are never merged automatically. */
export function DuplicatesIndex({ search }: SectionProps) {
  const view = VIEWS.find(({ id }) => id === search['view']) ?? VIEWS[0]
  const state = view?.id ?? 'open'
  const page = Math.max(1, Math.trunc(Number(search['page'])) || 1)
  const change = useAddressChange(SUPPLIER.duplicates, search)
  const actions = useDuplicateActions()
  const query = useQuery({
    queryKey: ['supplier', 'product-duplicates', state, page],
    queryFn: ({ signal }) => call('GET /supplier/product-duplicates', { query: { state, page } }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHead title="Possible duplicates" back={{ href: SUPPLIER.products, label: 'All products' }}>
        {actions.canWrite && <FindAction />}
      </PageHead>
      <div className="flex flex-col gap-4">
        <div className="console-panel">
          <ViewTabs
            label="Views of possible duplicates"
            current={state}
            tabs={VIEWS.map(({ id, label }) => ({
              id,
              label,
              href: toAddress(SUPPLIER.duplicates, { view: id === 'open' ? undefined : id }),
            }))}
          />
          <Loaded query={query}>
            {({ duplicates, total, pages }) =>
              duplicates.length === 0 ? (
                <Empty title="No possible duplicates" text={view?.empty ?? ''}>
                  <ActionLink href={SUPPLIER.products}>Back to products</ActionLink>
                </Empty>
              ) : (
                <TablePages
                  page={page}
                  pages={pages}
                  total={total}
                  pageSize={PAGE_SIZE}
                  noun={total === 1 ? 'pair' : 'pairs'}
                  onPage={(next) => change({ page: next })}
                />
              )
            }
          </Loaded>
        </div>
        {query.data?.duplicates.map((duplicate) => (
          <DuplicateCard key={duplicate.id} duplicate={duplicate} actions={actions} />
        ))}
      </div>
    </>
  )
}

function FindAction() {
  const queries = useQueryClient()
  const find = useMutation({
    mutationFn: () => call('POST /supplier/product-duplicates/find', { body: {} }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) =>
      toast.error(explainError(error, 'We couldn’t compare your products. Please try again in a moment.')),
    onSettled: () => queries.invalidateQueries({ queryKey: ['supplier'] }),
  })
  return (
    <Action busy={find.isPending} onClick={() => find.mutate()}>
      Find duplicates
    </Action>
  )
}

function useDuplicateActions(): DuplicateActions {
  const queries = useQueryClient()
  const can = useCan()
  const settle = (message: string) => {
    toast.success(message)
    void queries.invalidateQueries({ queryKey: ['supplier'] })
  }
  const decide = useMutation({
    mutationFn: ({ id, what }: Readonly<{ id: string; what: 'keep-both' | 'undo' }>) =>
      what === 'undo'
        ? call('POST /supplier/product-duplicates/{id}/undo', { params: { id }, body: {} })
        : call('POST /supplier/product-duplicates/{id}/keep-both', { params: { id }, body: {} }),
    onSuccess: ({ message }) => settle(message),
    onError: (error) => {
      toast.error(explainError(error, 'We couldn’t save your decision. Please try again in a moment.'))
      void queries.invalidateQueries({ queryKey: ['supplier', 'product-duplicates'] })
    },
  })
  return {
    isBusy: decide.isPending,
    canWrite: can('products:write'),
    keepBoth: (id) => decide.mutate({ id, what: 'keep-both' }),
    undo: (id) => decide.mutate({ id, what: 'undo' }),
    onMerged: settle,
  }
}
