import { Panel } from '#web/console/parts/panel.tsx'
import { Field } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { SUPPLIER } from '../../console/addresses.ts'
import type { ProductForm, VariantForm } from '../../onboarding/product/product-form.ts'
import { variantFieldName } from '../../onboarding/product/product-input.ts'
import { VariationEditor } from '../../onboarding/product/variation-editor.tsx'
import type { FieldErrors } from '#web/shared/loading/use-save-form.ts'
import { describeMargin } from './editor-form.ts'
import type { ProductEditorState } from './use-product-editor.ts'

/** Renders retail and wholesale prices, stock, and variants of the product. */
export function PricesCard({ editor: { form, change, faults } }: { editor: ProductEditorState }) {
  const { product } = form
  const set = (next: ProductForm) => change((before) => ({ ...before, product: next }))
  const [first, ...rest] = product.variants
  const setFirst = (variant: VariantForm) => set({ ...product, variants: [variant, ...rest] })
  const isSingle = product.kinds.length === 0
  return (
    <Panel
      title="Prices and stock"
      aside={
        <Link href={SUPPLIER.priceLists} className="text-link text-sm">
          Price lists for vendors
        </Link>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <PriceField
          name="priceCents"
          label="Retail price"
          hint={
            isSingle ? 'What shoppers pay, in US dollars.' : 'For variations without a price of their own.'
          }
          value={product.price}
          error={faults['priceCents']}
          onChange={(price) => set({ ...product, price })}
        />
        {isSingle && first && (
          <SingleVariant product={product} variant={first} faults={faults} change={setFirst} />
        )}
        <VariationEditor
          form={product}
          change={set}
          faults={faults}
          extra={(variant, changeVariant) => (
            <>
              <MinimumRetail product={product} variant={variant} faults={faults} change={changeVariant} />
              <Sku product={product} variant={variant} faults={faults} change={changeVariant} />
              <Barcode product={product} variant={variant} faults={faults} change={changeVariant} />
              <Margin product={product} variant={variant} className="col-span-full" />
            </>
          )}
        />
      </div>
    </Panel>
  )
}

type VariantProps = Readonly<{ product: ProductForm; variant: VariantForm }>

/** Renders prices and stock of a product without variations. */
function SingleVariant(props: VariantFieldProps) {
  const { variant, faults, change } = props
  return (
    <>
      <PriceField
        name="wholesale"
        label="Wholesale price"
        hint="What vendors pay you. Shoppers never see it."
        value={variant.wholesale}
        error={faults['wholesale'] ?? faults['wholesaleCents']}
        onChange={(wholesale) => change({ ...variant, wholesale })}
      />
      <MinimumRetail {...props} />
      <Field
        name="quantity"
        label="Quantity"
        inputMode="numeric"
        maxLength={9}
        autoComplete="off"
        value={variant.quantity}
        error={faults['quantity']}
        onChange={({ target }) => change({ ...variant, quantity: target.value })}
      />
      <Sku {...props} />
      <Barcode {...props} />
      <Margin {...props} className="sm:col-span-2" />
    </>
  )
}

type VariantFieldProps = VariantProps &
  Readonly<{ faults: FieldErrors; change: (variant: VariantForm) => void }>

function Sku({ product, variant, faults, change }: VariantFieldProps) {
  const name = variantFieldName(variant, 'sku', product.kinds)
  return (
    <Field
      name={name}
      label="SKU (optional)"
      hint={product.kinds.length === 0 ? 'Leave it blank to get one.' : undefined}
      maxLength={100}
      autoComplete="off"
      value={variant.sku}
      error={faults[name]}
      onChange={({ target }) => change({ ...variant, sku: target.value })}
    />
  )
}

function Barcode({ product, variant, faults, change }: VariantFieldProps) {
  const name = variantFieldName(variant, 'barcode', product.kinds)
  return (
    <Field
      name={name}
      label="Barcode (optional)"
      hint={product.kinds.length === 0 ? 'GTIN, EAN or UPC.' : undefined}
      inputMode="numeric"
      maxLength={20}
      autoComplete="off"
      value={variant.barcode}
      error={faults[name]}
      onChange={({ target }) => change({ ...variant, barcode: target.value })}
    />
  )
}

function MinimumRetail(props: VariantFieldProps) {
  const { product, variant, faults, change } = props
  const name = variantFieldName(variant, 'minimumRetail', product.kinds)
  const isSingle = product.kinds.length === 0
  return (
    <PriceField
      name={name}
      label={isSingle ? 'Recommended minimum retail price' : 'Recommended minimum'}
      hint={isSingle ? 'Optional. Vendors are advised not to sell below it.' : undefined}
      value={variant.minimumRetail}
      error={faults[name] ?? (isSingle ? faults['minimumRetailCents'] : undefined)}
      onChange={(minimumRetail) => change({ ...variant, minimumRetail })}
    />
  )
}

function Margin({ product, variant, className = '' }: VariantProps & { className?: string }) {
  const retail = product.kinds.length > 0 && variant.price.trim() !== '' ? variant.price : product.price
  const margin = describeMargin(retail, variant.wholesale)
  return (
    <p className={`text-sm text-ink-soft ${className}`}>
      {margin === undefined ? (
        'Not offered to vendors: no wholesale price.'
      ) : (
        <>
          Vendor’s margin at the retail price: <strong className="text-ink tabular-nums">{margin}</strong>
        </>
      )}
    </p>
  )
}

function PriceField(props: {
  name: string
  label: string
  hint: string | undefined
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const { onChange, ...rest } = props
  return (
    <Field
      {...rest}
      inputMode="decimal"
      maxLength={16}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
