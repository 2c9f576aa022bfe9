import { Panel } from '#web/console/parts/panel.tsx'
import { CATEGORY_NAMES, listCategories } from '#web/shared/product/category-names.ts'
import { Checkbox, Field, Select, TextArea } from '#web/ui/field.tsx'
import { useOwnWarehouses } from '../../fulfilment/warehouses/use-own-warehouses.ts'
import type { ProductForm } from '../../onboarding/product/product-form.ts'
import type { ProductEditorState } from './use-product-editor.ts'

/** Renders the fields for name, category and description of the product. */
export function DetailsCard({ editor: { form, change, faults } }: { editor: ProductEditorState }) {
  const { name, description, category } = form.product
  const set = (part: Partial<ProductForm>) =>
    change((before) => ({ ...before, product: { ...before.product, ...part } }))
  return (
    <Panel title="Product">
      <div className="flex flex-col gap-4">
        <Field
          name="name"
          label="Name"
          aria-required
          maxLength={200}
          autoComplete="off"
          value={name}
          error={faults['name']}
          onChange={({ target }) => set({ name: target.value })}
        />
        <TextArea
          name="description"
          label="Description"
          rows={6}
          maxLength={20_000}
          value={description}
          error={faults['description']}
          onChange={({ target }) => set({ description: target.value })}
        />
        <Select
          name="category"
          label="Category"
          hint="Leave blank to detect it from the name."
          value={category}
          error={faults['category']}
          onChange={({ target }) =>
            set({ category: CATEGORY_NAMES.find((one) => one === target.value) ?? '' })
          }
        >
          <option value="">Choose a category</option>
          {listCategories().map(([one, label]) => (
            <option key={one} value={one}>
              {label}
            </option>
          ))}
        </Select>
        <WarehouseField value={form.product.warehouse} error={faults['warehouse']} set={set} />
        <ReturnFields product={form.product} set={set} />
      </div>
    </Panel>
  )
}

/** Renders the warehouse that the product ships from, where the store has several. */
function WarehouseField(props: {
  value: string
  error: string | undefined
  set: (change: Pick<ProductForm, 'warehouse'>) => void
}) {
  const { value, error, set } = props
  const warehouses = useOwnWarehouses().data ?? []
  const options = warehouses.filter(({ id, isArchived }) => !isArchived || String(id) === value)
  if (options.length < 2) return null
  return (
    <Select
      name="warehouse"
      label="Ships from"
      hint="Its handling time and shipping rates apply."
      value={value || String(options[0]?.id)}
      error={error}
      onChange={({ target }) => set({ warehouse: target.value })}
    >
      {options.map(({ id, name, isArchived }) => (
        <option key={id} value={id}>
          {isArchived ? `${name} (archived)` : name}
        </option>
      ))}
    </Select>
  )
}

/** Renders whether buyers can return the product and withdraw from its purchase. */
function ReturnFields({
  product: { isReturnable, isMadeToOrder },
  set,
}: Readonly<{
  product: ProductForm
  set: (change: Partial<Pick<ProductForm, 'isReturnable' | 'isMadeToOrder'>>) => void
}>) {
  return (
    <>
      <Checkbox
        label="Buyers can return this product"
        checked={isReturnable}
        onChange={({ target }) => set({ isReturnable: target.checked })}
      />
      <div>
        <Checkbox
          label="Made to order for each buyer"
          checked={isMadeToOrder}
          onChange={({ target }) => set({ isMadeToOrder: target.checked })}
        />
        <p className="mt-1 text-xs text-ink-soft">
          Buyers in the EU and the UK may withdraw within 14 days of delivery, unless an item is made for
          them.
        </p>
      </div>
    </>
  )
}
