import { useMutation } from '@tanstack/react-query'
import { Archive, ArchiveRestore, EllipsisVertical, ExternalLink } from 'lucide'
import { useState } from 'react'
import type { OwnProductData } from '#features/catalogue/catalog/management/authoring/own-contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { toast } from '#web/app/toast.ts'
import { formatNumber } from '#web/console/data/format.ts'
import { Action, IconAction } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Menu, MenuItem } from '#web/console/parts/menu.tsx'
import type { ProductEditorState } from './use-product-editor.ts'

type ActionsProps = Readonly<{ product: OwnProductData; editor: ProductEditorState }>

const TRY_AGAIN = 'Please try again in a moment.'

/** Renders the actions on a product: publish, show, archive, restore. */
export function ProductActions(props: ActionsProps) {
  const { product } = props
  const [isArchiving, setIsArchiving] = useState(false)
  const go = useNavigateTo()
  if (product.isArchived) return <RestoreButton {...props} />
  return (
    <>
      <Menu trigger={<IconAction label="More actions" icon={EllipsisVertical} />}>
        {product.isListed && (
          <MenuItem
            icon={ExternalLink}
            onSelect={() => void go(`/product/${encodeURIComponent(product.id)}`)}
          >
            View in the shop
          </MenuItem>
        )}
        <MenuItem icon={Archive} isDangerous onSelect={() => setIsArchiving(true)}>
          Archive product
        </MenuItem>
      </Menu>
      {product.state === 'draft' && <PublishButton {...props} />}
      <ArchiveDialog {...props} isOpen={isArchiving} onClose={() => setIsArchiving(false)} />
    </>
  )
}

function PublishButton({ product, editor }: ActionsProps) {
  const publish = useMutation({
    mutationFn: async () => {
      const answer = await call('POST /shop/publishMyProducts', { body: { data: { ids: [product.id] } } })
      const { product: latest } = await call('GET /supplier/products/{id}', { params: { id: product.id } })
      return { answer, latest }
    },
    onSuccess({ answer, latest }) {
      const [lacking] = answer.lacking
      if (lacking) return toast.error(lacking.problem)
      editor.show(latest)
      return toast.success(answer.message)
    },
    onError: (error) => toast.error(explainError(error, `We couldn’t publish the product. ${TRY_AGAIN}`)),
  })
  return (
    <Action
      variant="primary"
      busy={publish.isPending}
      disabled={editor.isDirty}
      title={editor.isDirty ? 'Save your changes first.' : undefined}
      onClick={() => publish.mutate()}
    >
      Publish product
    </Action>
  )
}

function RestoreButton({ product, editor }: ActionsProps) {
  const restore = useMutation({
    mutationFn: () => call('POST /supplier/products/{id}/restore', { params: { id: product.id } }),
    onSuccess({ message, product: latest }) {
      editor.show(latest)
      toast.success(message)
    },
    onError: (error) => toast.error(explainError(error, `We couldn’t restore the product. ${TRY_AGAIN}`)),
  })
  return (
    <Action variant="primary" icon={ArchiveRestore} busy={restore.isPending} onClick={() => restore.mutate()}>
      Restore product
    </Action>
  )
}

function ArchiveDialog(props: ActionsProps & { isOpen: boolean; onClose: () => void }) {
  const { product, editor, isOpen, onClose } = props
  const units = product.variants.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Archive this product?"
      text={`It leaves the marketplace with ${units === 1 ? '1 unit' : `${formatNumber(units)} units`} in stock. Orders keep it, and you can restore it at any time.`}
      submitLabel="Archive product"
      variant="danger"
      onSubmit={async () => {
        const { message, product: latest } = await call('POST /supplier/products/{id}/archive', {
          params: { id: product.id },
        })
        editor.show(latest)
        toast.success(message)
      }}
      explain={(error) => explainError(error, `We couldn’t archive the product. ${TRY_AGAIN}`)}
    />
  )
}
