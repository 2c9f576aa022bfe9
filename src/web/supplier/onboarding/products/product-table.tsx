import { useState } from 'react'
import type { ReactNode } from 'react'
import type { OwnProductRowData } from '#features/catalogue/catalog/management/authoring/own-contract.ts'
import { formatCents } from '#core/money.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { TableRow, TableFrame } from './table-frame.tsx'

/** The actions on the rows of a table; a table without rows needs none. */
type RowActionHandlers = Readonly<{
  onEdit?: ((id: string) => Promise<void>) | undefined
  onRemoved?: (() => void) | undefined
}>

/** Renders a table of products with their actions (MONB-19). */
export function ProductTable(
  props: { title: string; products: readonly OwnProductRowData[]; empty: ReactNode } & RowActionHandlers,
) {
  const { title, products, empty, onEdit, onRemoved } = props
  return (
    <TableFrame title={title} isEmpty={products.length === 0} empty={empty}>
      {products.map((product) => (
        <ProductRow key={product.id} product={product} onEdit={onEdit} onRemoved={onRemoved} />
      ))}
    </TableFrame>
  )
}

function ProductRow({ product, onEdit, onRemoved }: { product: OwnProductRowData } & RowActionHandlers) {
  const { id, name, picture, priceCents, quantity, isListed } = product
  return (
    <TableRow
      image={picture?.image_url}
      label={name}
      name={
        isListed ? (
          <Link href={`/product/${id}`} className="text-link">
            {name}
          </Link>
        ) : (
          name
        )
      }
      note={<StateBadge product={product} />}
      price={formatCents(priceCents)}
      quantity={quantity}
    >
      <RowActions product={product} onEdit={onEdit} onRemoved={onRemoved} />
    </TableRow>
  )
}

function StateBadge({ product: { state, isListed } }: { product: OwnProductRowData }) {
  if (state === 'draft') return <Badge>Draft</Badge>
  return isListed ? (
    <Badge tone="accent">Published</Badge>
  ) : (
    <Badge>Published, listed once your store is verified</Badge>
  )
}

function RowActions({ product, onEdit, onRemoved }: { product: OwnProductRowData } & RowActionHandlers) {
  const { id, name } = product
  const [isConfirming, setIsConfirming] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  async function run(work: () => Promise<void>): Promise<void> {
    setIsBusy(true)
    try {
      await work()
    } catch (error) {
      toast.error(explainError(error, 'Something went wrong. Please try again in a moment.'))
    }
    setIsBusy(false)
  }

  async function remove(): Promise<void> {
    const { message } = await call('POST /shop/removeMyProduct', { body: { data: { id } } })
    toast.success(message)
    onRemoved?.()
  }

  if (isConfirming)
    return (
      <>
        <p role="status" className="basis-full text-end text-xs text-ink-soft">
          Remove permanently?
        </p>
        <Button size="sm" busy={isBusy} aria-label={`Remove ${name}`} onClick={() => void run(remove)}>
          Remove
        </Button>
        <Button size="sm" variant="quiet" aria-label={`Keep ${name}`} onClick={() => setIsConfirming(false)}>
          Keep
        </Button>
      </>
    )
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        aria-label={`Edit ${name}`}
        busy={isBusy}
        onClick={() => void run(async () => onEdit?.(id))}
      >
        Edit
      </Button>
      <Button size="sm" variant="quiet" aria-label={`Remove ${name}`} onClick={() => setIsConfirming(true)}>
        Remove
      </Button>
    </>
  )
}
