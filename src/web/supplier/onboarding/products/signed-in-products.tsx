import { QueryView, useQuery } from '#web/shared/loading/query-view.tsx'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { Pagination } from '#web/shared/paging/pagination.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useConnections } from '#web/shared/connections/use-connections.ts'
import { newProductForm, type ProductForm, toProductForm } from '../product/product-form.ts'
import { ProductTable } from './product-table.tsx'
import { STEP_HREFS } from '../steps.ts'
import { StoreProducts } from './connected-products.tsx'

type OwnProductsPage = AnswerTo<'GET /shop/getMyProducts'>

/**
 * Renders the signed-in supplier's products and those of their connected stores. They are reloaded when `round`
 * changes.
 */
export function SignedInProducts(props: {
  page: number
  round: number
  change: (form: ProductForm) => void
}) {
  const { page, round, change } = props
  const connections = useConnections()
  const query = useQuery(`${page} ${round}`, (signal) =>
    call('GET /shop/getMyProducts', { query: { page } }, { signal }),
  )
  return (
    <>
      <QueryView loading={query} skeleton={<Skeleton className="h-64 rounded-md" />}>
        {(listed) => <OwnProductList listed={listed} change={change} onChanged={query.again} />}
      </QueryView>
      <StoreProducts connections={connections} onImported={query.again} />
    </>
  )
}

function OwnProductList(props: {
  listed: OwnProductsPage
  change: (form: ProductForm) => void
  onChanged: () => void
}) {
  const { listed, change, onChanged } = props
  const { products, isVerified, page, pages } = listed
  const go = useNavigateTo()

  async function edit(id: string): Promise<void> {
    const { product } = await call('GET /shop/getMyProduct/{id}', { params: { id } })
    change(toProductForm(product))
    await go(STEP_HREFS[1])
  }

  return (
    <div className="flex flex-col gap-6">
      {!isVerified && <NotVerifiedNotice />}
      <ProductTable
        title="Products"
        products={products}
        empty={<p>No products yet. Add your first one in step two.</p>}
        onEdit={edit}
        onRemoved={onChanged}
      />
      {pages > 1 && (
        <Pagination page={page} pages={pages} hrefOf={(other) => `${STEP_HREFS[3]}?page=${other}`} />
      )}
      <div className="flex flex-wrap gap-2">
        <ButtonLink size="sm" variant="outline" href={STEP_HREFS[1]} onClick={() => change(newProductForm())}>
          Add another product
        </ButtonLink>
        {products.length > 0 && (
          <ButtonLink size="sm" variant="quiet" href="/dashboard/supplier">
            Go to your dashboard
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

/** Renders that a published product is not listed because its supplier is not verified. */
function NotVerifiedNotice() {
  return (
    <p className="max-w-prose rounded-md bg-mist px-5 py-4 text-sm">
      Your store isn’t verified yet. You can publish now. Once we verify your store, your products appear in
      the marketplace automatically.{' '}
      <Link href="/dashboard/supplier/verification" className="text-link">
        See what we verify
      </Link>
    </p>
  )
}
