import { CATEGORY_NAMES, listCategories } from '#web/shared/product/category-names.ts'
import { Checkbox, Field, Select, TextArea } from '#web/ui/field.tsx'
import { type ProductForm, totalQuantity } from './product-form.ts'
import type { FieldErrors } from '#web/shared/loading/use-save-form.ts'

type ProductFieldsProps = Readonly<{
  form: ProductForm
  change: (form: ProductForm) => void
  faults: FieldErrors
}>

/** Renders the fields of a product (MONB-11, MONB-12). With variations the quantity is their sum. */
export function ProductFields(props: ProductFieldsProps) {
  const { form, change, faults } = props
  return (
    <>
      <Field
        name="name"
        label="Product Name"
        aria-required
        maxLength={200}
        autoComplete="off"
        value={form.name}
        error={faults['name']}
        onChange={(event) => change({ ...form, name: event.target.value })}
        className="sm:col-span-2"
      />
      <AvailableQuantity {...props} />
      <Field
        name="priceCents"
        label="Price per item"
        inputMode="decimal"
        maxLength={16}
        autoComplete="off"
        placeholder="89.90"
        hint="In US dollars."
        value={form.price}
        error={faults['priceCents']}
        onChange={(event) => change({ ...form, price: event.target.value })}
      />
      {form.kinds.length === 0 && <WholesaleField {...props} />}
      <TextArea
        name="description"
        label="Product Description"
        rows={6}
        maxLength={20_000}
        value={form.description}
        error={faults['description']}
        onChange={(event) => change({ ...form, description: event.target.value })}
        className="sm:col-span-2"
      />
      <CategoryField {...props} />
      <Checkbox
        label="Eligible for Returns & Refund"
        checked={form.isReturnable}
        onChange={(event) => change({ ...form, isReturnable: event.target.checked })}
        className="sm:col-span-2"
      />
    </>
  )
}

function WholesaleField({ form, change, faults }: ProductFieldsProps) {
  const [first, ...rest] = form.variants
  if (!first) return null
  return (
    <Field
      name="wholesale"
      label="Wholesale price (optional)"
      inputMode="decimal"
      maxLength={16}
      autoComplete="off"
      hint="What vendors pay you. Shoppers never see it."
      value={first.wholesale}
      error={faults['wholesale']}
      onChange={({ target }) =>
        change({ ...form, variants: [{ ...first, wholesale: target.value }, ...rest] })
      }
      className="sm:col-span-2"
    />
  )
}

function AvailableQuantity({ form, change, faults }: ProductFieldsProps) {
  const [first, ...rest] = form.variants
  const hasVariations = form.kinds.length > 0
  return (
    <Field
      name="quantity"
      label="Available Quantity"
      inputMode="numeric"
      maxLength={9}
      autoComplete="off"
      readOnly={hasVariations}
      hint={hasVariations ? 'Total of the variations below.' : undefined}
      value={hasVariations ? String(totalQuantity(form)) : (first?.quantity ?? '')}
      error={faults['quantity']}
      onChange={({ target }) =>
        first && change({ ...form, variants: [{ ...first, quantity: target.value }, ...rest] })
      }
    />
  )
}

function CategoryField({ form, change, faults }: ProductFieldsProps) {
  return (
    <Select
      name="category"
      label="Select Product Categories"
      hint="Leave blank to detect it from the name."
      value={form.category}
      error={faults['category']}
      onChange={({ target }) =>
        change({ ...form, category: CATEGORY_NAMES.find((name) => name === target.value) ?? '' })
      }
      className="sm:col-span-2"
    >
      <option value="">Choose a category</option>
      {listCategories().map(([name, label]) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </Select>
  )
}
