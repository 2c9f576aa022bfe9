import type { ProductDuplicateData } from '#features/catalogue/catalog/management/duplicates/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { type DuplicateProduct, type DuplicateVariant, nameVariant } from './duplicate-texts.ts'

/** Renders the confirmation of a merge of two products, with its consequences. */
export function MergeDialog(props: {
  duplicate: ProductDuplicateData
  /** The product that remains. */
  keep: string
  onClose: () => void
  onDone: (message: string) => void
}) {
  const { duplicate, keep, onClose, onDone } = props
  const [first, second] = duplicate.products
  const plan = duplicate.merges.find((one) => one.keep === keep)
  if (!first || !second || !plan) return null
  const [target, other] = first.id === keep ? [first, second] : [second, first]
  const select = (ids: readonly string[]) => other.variants.filter(({ id }) => ids.includes(id))

  async function merge(): Promise<void> {
    const { message } = await call('POST /supplier/product-duplicates/{id}/merge', {
      params: { id: duplicate.id },
      body: { keep, revisions: duplicate.products.map(({ revision }) => revision) },
    })
    onDone(message)
  }

  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Keep “${target.title}”`}
      text={`The other product${other.title === target.title ? '' : `, “${other.title}”,`} is archived. Vendors who list it see it as unavailable, orders that are placed keep it. You can undo this.`}
      submitLabel="Merge products"
      onSubmit={merge}
      explain={(error) =>
        explainError(error, 'We couldn’t merge the products. Please try again in a moment.')
      }
    >
      <VariantList title="Moves to the product you keep" variants={select(plan.moves)} other={other} />
      <VariantList
        title="Is archived. The product you keep already has it, so its stock isn’t added"
        variants={select(plan.stays)}
        other={other}
      />
    </FormDialog>
  )
}

function VariantList(props: {
  title: string
  variants: readonly DuplicateVariant[]
  other: DuplicateProduct
}) {
  const { title, variants, other } = props
  if (variants.length === 0) return null
  return (
    <div className="text-sm">
      <p className="font-semibold">{title}</p>
      <ul aria-label={`${title}, of ${other.title}`} className="mt-1 max-h-48 overflow-y-auto">
        {variants.map((variant) => (
          <li key={variant.id} className="flex justify-between gap-3 py-0.5">
            <span className="min-w-0 wrap-anywhere">{nameVariant(variant)}</span>
            <span className="shrink-0 text-ink-soft tabular-nums">{variant.stock} in stock</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
