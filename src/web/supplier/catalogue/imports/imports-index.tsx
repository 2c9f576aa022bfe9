import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide'
import { useState } from 'react'
import { call } from '#web/app/calls/api.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { downloadFile } from '#web/console/data/file-actions.ts'
import { formatDateTime } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Empty, Panel } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { type DataColumn, DataTable } from '#web/console/table/data-table.tsx'
import { TablePages } from '#web/console/table/table-tools.tsx'
import { useAddressChange } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import { importAddress, SUPPLIER } from '../../console/addresses.ts'
import type { SectionProps } from '../../console/supplier-page.tsx'
import { DropZone } from './drop-zone.tsx'
import {
  describeFile,
  describeOutcome,
  importState,
  isProcessing,
  type ListedImport,
} from './import-texts.ts'
import { StoreSources } from './store-sources.tsx'

const PAGE_SIZE = 20
const REFRESH_MS = 2_000

/** Renders the import of products from a file or a connected store, and past imports. */
export function ImportsIndex({ search }: SectionProps) {
  const page = Number(search['page'] ?? 1) || 1
  const change = useAddressChange(SUPPLIER.imports, search)
  const query = useQuery({
    queryKey: ['supplier', 'imports', page],
    queryFn: ({ signal }) => call('GET /supplier/imports', { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.imports.some(isProcessing) ? REFRESH_MS : false),
  })
  return (
    <>
      <PageHead title="Import products">
        <ExportAction />
      </PageHead>
      <div className="flex flex-col gap-4">
        <DropZone />
        <StoreSources />
        <Panel title="Your imports" isFlush>
          <Loaded query={query}>
            {({ imports, total, pages }) =>
              total === 0 ? (
                <Empty
                  title="No imports yet"
                  text="Choose a file or your store above. You review all new and changed products before anything is imported."
                />
              ) : (
                <>
                  <DataTable
                    label="Imports"
                    columns={COLUMNS}
                    items={imports}
                    getId={({ id }) => id}
                    getName={({ fileName }) => fileName}
                    card={(one) => <ImportCard one={one} />}
                  />
                  <TablePages
                    page={page}
                    pages={pages}
                    total={total}
                    pageSize={PAGE_SIZE}
                    noun={total === 1 ? 'import' : 'imports'}
                    onPage={(next) => change({ page: next === 1 ? undefined : next })}
                  />
                </>
              )
            }
          </Loaded>
        </Panel>
      </div>
    </>
  )
}

function ExportAction() {
  const [isBusy, setIsBusy] = useState(false)

  async function save(): Promise<void> {
    setIsBusy(true)
    await downloadFile({
      path: '/supplier/product-export',
      name: 'products.csv',
      failure: 'We couldn’t export your products. Please try again in a moment.',
    })
    setIsBusy(false)
  }

  return (
    <Action icon={Download} busy={isBusy} onClick={() => void save()}>
      Export products
    </Action>
  )
}

const COLUMNS: readonly DataColumn<ListedImport>[] = [
  {
    id: 'file',
    title: 'Source',
    className: 'max-w-72',
    cell: (one) => (
      <>
        <Link href={importAddress(one.id)} className="font-semibold wrap-anywhere hover:underline">
          {one.fileName}
        </Link>
        <span className="block text-xs text-ink-soft">{describeFile(one)}</span>
      </>
    ),
  },
  { id: 'state', title: 'Status', cell: (one) => <ImportStatus one={one} /> },
  { id: 'outcome', title: 'Products', cell: describeOutcome },
  { id: 'created', title: 'Started', cell: ({ createdAt }) => formatDateTime(createdAt) },
]

function ImportCard({ one }: { one: ListedImport }) {
  return (
    <div className="relative text-sm">
      <Link href={importAddress(one.id)} className="font-semibold wrap-anywhere after:absolute after:inset-0">
        {one.fileName}
      </Link>
      <p className="text-xs text-ink-soft">
        {formatDateTime(one.createdAt)} · {describeOutcome(one)}
      </p>
      <p className="mt-1.5">
        <ImportStatus one={one} />
      </p>
    </div>
  )
}

/** Renders the state of an import as a coloured word. */
export function ImportStatus({ one }: { one: Pick<ListedImport, 'state' | 'counts'> }) {
  const { label, tone } = importState(one)
  return <Status tone={tone}>{label}</Status>
}
