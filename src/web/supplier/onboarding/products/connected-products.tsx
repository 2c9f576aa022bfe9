import type { ConnectionData } from '#features/stores/connections/contract.ts'
import type { ConnectedProductData } from '#features/stores/onboarding/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import type { StoreConnections } from '#web/shared/connections/use-connections.ts'
import { useQuery, QueryView } from '#web/shared/loading/query-view.tsx'
import { formatAmount } from '#web/shared/product/price-view.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { STEP_HREFS } from '../steps.ts'
import { TableRow, TableFrame } from './table-frame.tsx'
import { useState } from 'react'

type ConnectedProductsPage = AnswerTo<'GET /shop/getConnectedProducts/{id}'>

/**
 * Renders the products of connected stores that can be added to the supplier's own. Shopify is always listed (MONB-19),
 * other platforms only if connected.
 */
export function StoreProducts(props: { connections: StoreConnections; onImported: () => void }) {
  const { connections, onImported } = props
  const toTables = (stores: readonly ConnectionData[], platform: string) =>
    stores.map((store) => (
      <ConnectedStoreProducts
        key={store.id}
        title={stores.length > 1 ? `Products of ${store.name}` : `${platform} Store Products`}
        connection={store}
        onImported={onImported}
      />
    ))
  const shopify = connections.of('shopify')
  return (
    <>
      {shopify.length > 0 ? (
        toTables(shopify, 'Shopify')
      ) : (
        <TableFrame title="Shopify Store Products" isEmpty empty={<NotConnectedNotice />}>
          {null}
        </TableFrame>
      )}
      {toTables(connections.of('woocommerce'), 'WooCommerce')}
    </>
  )
}

function NotConnectedNotice() {
  return (
    <p>
      No Shopify store is connected. Connect one in{' '}
      <Link href={STEP_HREFS[2]} className="text-link text-ink">
        step three
      </Link>
      .
    </p>
  )
}

function ConnectedStoreProducts(props: {
  title: string
  connection: ConnectionData
  onImported: () => void
}) {
  const { title, connection, onImported } = props
  const [page, setPage] = useState(1)
  const query = useQuery(String(page), (signal) =>
    call(
      'GET /shop/getConnectedProducts/{id}',
      { params: { id: connection.id }, query: { page } },
      { signal },
    ),
  )

  async function importProducts(products: readonly ConnectedProductData[]): Promise<void> {
    try {
      await importConnectedProducts(connection.id, products)
    } catch (error) {
      toast.error(explainError(error, 'Something went wrong. Please try again in a moment.'))
    }
    query.again()
    onImported()
  }

  return (
    <QueryView loading={query} skeleton={<Skeleton className="h-64 rounded-md" />}>
      {(listed) => (
        <ConnectedProductList title={title} listed={listed} take={importProducts} turn={setPage} />
      )}
    </QueryView>
  )
}

type ImportProducts = (products: readonly ConnectedProductData[]) => Promise<void>

function ConnectedProductList(props: {
  title: string
  listed: ConnectedProductsPage
  take: ImportProducts
  turn: (page: number) => void
}) {
  const { title, listed, take, turn } = props
  const { products, page, pages } = listed
  const open = products.filter(({ isTaken, obstacle }) => !isTaken && obstacle === null)
  const [isBusy, setIsBusy] = useState(false)
  const importAll = () => {
    setIsBusy(true)
    void take(open)
  }
  return (
    <div className="flex flex-col gap-4">
      <TableFrame
        title={title}
        isEmpty={products.length === 0}
        empty={<p>No products imported yet. Sync this store in step three.</p>}
      >
        {products.map((product) => (
          <ConnectedProductRow key={product.externalId} product={product} take={take} />
        ))}
      </TableFrame>
      <div className="flex flex-wrap items-center gap-3">
        {open.length > 1 && (
          <Button size="sm" variant="outline" busy={isBusy} onClick={importAll}>
            Add these {open.length} to your products
          </Button>
        )}
        {pages > 1 && <PageControls page={page} pages={pages} turn={turn} title={title} />}
      </div>
    </div>
  )
}

function PageControls(props: { page: number; pages: number; turn: (page: number) => void; title: string }) {
  const { page, pages, turn, title } = props
  return (
    <nav aria-label={`Pages of ${title}`} className="ms-auto flex items-center gap-2 text-sm tabular-nums">
      <Button size="sm" variant="quiet" disabled={page <= 1} onClick={() => turn(page - 1)}>
        Previous
      </Button>
      Page {page} of {pages}
      <Button size="sm" variant="quiet" disabled={page >= pages} onClick={() => turn(page + 1)}>
        Next
      </Button>
    </nav>
  )
}

const STATUS_LABELS = {
  hidden: 'Hidden in your store',
  draft: 'Draft in your store',
  pending: 'Pending review in your store',
  private: 'Private in your store',
  scheduled: 'Scheduled in your store',
  archived: 'Archived in your store',
} as const

function ProductNotes({ product: { isTaken, status, obstacle } }: { product: ConnectedProductData }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      {isTaken && <Badge>Added</Badge>}
      {status !== 'public' && <Badge>{STATUS_LABELS[status]}</Badge>}
      {obstacle !== null && <span className="text-xs text-ink-soft">{obstacle}</span>}
    </span>
  )
}

function ConnectedProductRow({ product, take }: { product: ConnectedProductData; take: ImportProducts }) {
  const { name, price, currency, quantity, isTaken, obstacle, image_url: image } = product
  const [isBusy, setIsBusy] = useState(false)
  return (
    <TableRow
      image={image ?? undefined}
      label={name}
      name={name}
      note={<ProductNotes product={product} />}
      price={price === null ? '–' : formatAmount(price, currency)}
      quantity={quantity}
    >
      {!isTaken && obstacle === null && (
        <Button
          size="sm"
          variant="outline"
          busy={isBusy}
          aria-label={`Add ${name} to your products`}
          onClick={() => {
            setIsBusy(true)
            void take([product])
          }}
        >
          Add
        </Button>
      )}
    </TableRow>
  )
}

/** Creates drafts of at most 50 products of a connected store, and reports the results as toasts. */
async function importConnectedProducts(
  connectionId: string,
  products: readonly Pick<ConnectedProductData, 'externalId'>[],
): Promise<void> {
  const externalIds = products.map(({ externalId }) => externalId)
  const answer = await call('POST /shop/takeConnectedProducts', {
    body: { data: { connectionId, externalIds } },
  })
  if (answer.taken > 0) toast.success(answer.message)
  if (answer.problems.length > 0) toast.error(answer.problems.slice(0, 5).join(' '))
  else if (answer.taken === 0) toast.info(answer.message)
}
