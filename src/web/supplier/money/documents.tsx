import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { showFile } from '#web/console/data/file-actions.ts'
import { formatDay, formatMoney } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { type DataColumn, DataTable } from '#web/console/table/data-table.tsx'
import { FilterChip, TablePages, TableSearch } from '#web/console/table/table-tools.tsx'
import { useAddressChange } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import { SUPPLIER, supplierOrderAddress } from '../console/addresses.ts'
import type { SectionProps } from '../console/supplier-page.tsx'

type Answer = AnswerTo<'GET /supplier/documents'>
type Document = Answer['documents'][number]

/** The number of documents on a page, as on the server. */
const PAGE_SIZE = 50

const KINDS = [
  { value: 'statement', label: 'Statements' },
  { value: 'credit_note', label: 'Credit notes' },
] as const

/** Renders the supplier's documents, with filters by kind, number and order. */
export function Documents({ search: address }: SectionProps) {
  const page = Math.max(1, Math.trunc(Number(address['page'])) || 1)
  const kind = KINDS.find(({ value }) => value === address['kind'])?.value
  const search = address['search']?.trim().slice(0, 100) ?? ''
  const change = useAddressChange(SUPPLIER.documents, address)
  const query = useQuery({
    queryKey: ['supplier', 'documents', kind, search, page],
    queryFn: ({ signal }) =>
      call('GET /supplier/documents', { query: { ...(kind && { kind }), search, page } }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHead
        title="Documents"
        back={{ href: SUPPLIER.money, label: 'Money' }}
        about="A statement comes with each payout and is the invoice of the commission. A credit note comes with each refund of your orders."
      />
      <div className="console-panel">
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
          <TableSearch
            key={search}
            label="Search documents"
            placeholder="Number or order"
            value={search}
            onSearch={(text) => change({ search: text, page: undefined })}
          />
          <FilterChip
            label="Type"
            value={kind}
            options={KINDS}
            onChange={(value) => change({ kind: value, page: undefined })}
          />
        </div>
        <Loaded query={query}>
          {(answer) => (
            <DocumentTable
              answer={answer}
              isFiltered={kind !== undefined || search !== ''}
              onPage={(next) => change({ page: next === 1 ? undefined : next })}
            />
          )}
        </Loaded>
      </div>
    </>
  )
}

function DocumentTable(props: { answer: Answer; isFiltered: boolean; onPage: (page: number) => void }) {
  const { answer, isFiltered, onPage } = props
  const { documents, page, pages, total } = answer
  if (total === 0)
    return isFiltered ? (
      <Empty title="No documents found" text="Try another number, or remove the filter.">
        <ActionLink href={SUPPLIER.documents}>Show all documents</ActionLink>
      </Empty>
    ) : (
      <Empty
        title="No documents yet"
        text="Your first statement comes with your first payout, a credit note with each refund."
      />
    )
  return (
    <>
      <DataTable
        label="Documents"
        columns={COLUMNS}
        items={documents}
        getId={({ kind, number }) => `${kind} ${number}`}
        getName={({ number }) => number}
        card={(document) => <DocumentCard document={document} />}
      />
      <TablePages
        page={page}
        pages={pages}
        total={total}
        pageSize={PAGE_SIZE}
        noun={total === 1 ? 'document' : 'documents'}
        onPage={onPage}
      />
    </>
  )
}

const COLUMNS: readonly DataColumn<Document>[] = [
  {
    id: 'number',
    title: 'Number',
    cell: ({ number }) => <span className="font-semibold">{shorten(number)}</span>,
  },
  { id: 'kind', title: 'Type', cell: describeKind },
  { id: 'date', title: 'Date', cell: ({ issuedAt }) => formatDay(issuedAt) },
  { id: 'order', title: 'Order', cell: (document) => <OrderLink document={document} /> },
  {
    id: 'amount',
    title: 'Amount',
    isNumber: true,
    cell: ({ amount, currency }) => <span className="font-semibold">{formatMoney(amount, currency)}</span>,
  },
  { id: 'pdf', title: 'Document', cell: (document) => <PdfAction document={document} /> },
]

function DocumentCard({ document }: { document: Document }) {
  const { number, issuedAt, amount, currency } = document
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="text-sm font-semibold">{formatMoney(amount, currency)}</span>
      <span className="text-xs">{describeKind(document)}</span>
      <span className="ms-auto text-xs text-ink-soft">{formatDay(issuedAt)}</span>
      <span className="flex w-full items-center justify-between gap-3 text-xs text-ink-soft">
        <span className="min-w-0 truncate">
          {shorten(number)} <OrderLink document={document} />
        </span>
        <PdfAction document={document} />
      </span>
    </div>
  )
}

function describeKind({ kind, isVoid }: Document): string {
  if (kind === 'statement') return 'Statement'
  return isVoid ? 'Credit note (void)' : 'Credit note'
}

function OrderLink({ document: { order } }: { document: Document }) {
  if (!order) return null
  return (
    <Link href={supplierOrderAddress(order.id)} className="hover:underline">
      {order.number}
    </Link>
  )
}

function PdfAction({ document: { kind, number, path } }: { document: Document }) {
  const name = `${kind === 'statement' ? 'statement' : 'credit-note'}-${number}.pdf`
  const failure = 'We couldn’t create the document. Please try again in a moment.'
  return (
    <Action
      isSmall
      aria-label={`${shorten(number)} as PDF`}
      onClick={() => void showFile({ path, name, failure })}
    >
      PDF
    </Action>
  )
}

/** Returns the start and the end of a long reference. */
function shorten(number: string): string {
  return number.length > 18 ? `${number.slice(0, 6)}…${number.slice(-6)}` : number
}
