import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { OwnProductData } from '#features/catalogue/catalog/management/authoring/own-contract.ts'
import { call } from '#web/app/calls/api.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { LeaveDialog } from '#web/console/parts/leave-dialog.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { SUPPLIER } from '../../console/addresses.ts'
import type { SectionProps } from '../../console/supplier-page.tsx'
import { DetailsCard } from './details-card.tsx'
import type { FieldErrors } from '#web/shared/loading/use-save-form.ts'
import { newEditorForm, toEditorForm } from './editor-form.ts'
import { CustomsCard, FactsCard } from './facts-card.tsx'
import { PicturesCard } from './pictures-card.tsx'
import { PricesCard } from './prices-card.tsx'
import { ProductActions } from './product-actions.tsx'
import { ChecklistPanel, ModerationNotice, ProductStatus } from './status-panel.tsx'
import { StonesCard } from './stones-card.tsx'
import { StoreFields } from './store-fields.tsx'
import { type ProductEditorState, productQueryKey, useProductEditor } from './use-product-editor.ts'

/** Renders the editor of one of the signed-in supplier's products. `new` is a product that was not saved yet. */
export function ProductEditor({ id }: SectionProps) {
  return id === 'new' ? <EditorPage product={undefined} /> : <StoredProduct id={id} />
}

function StoredProduct({ id }: { id: string }) {
  const query = useQuery({
    queryKey: productQueryKey(id),
    queryFn: async ({ signal }) =>
      (await call('GET /supplier/products/{id}', { params: { id } }, { signal })).product,
  })
  return <Loaded query={query}>{(product) => <EditorPage product={product} />}</Loaded>
}

function EditorPage({ product }: { product: OwnProductData | undefined }) {
  const [start] = useState(() => (product ? toEditorForm(product) : newEditorForm()))
  const editor = useProductEditor(start, product)
  const { required, typicalWeightGrams } = useCategoryFacts(editor.form.product.category)
  const form = useRef<HTMLFormElement>(null)
  const isArchived = product?.isArchived ?? false
  return (
    <>
      <PageHead
        title={product?.name ?? 'New product'}
        back={{ href: SUPPLIER.products, label: 'All products' }}
        badge={<ProductStatus product={product} />}
      >
        {product && <ProductActions product={product} editor={editor} />}
      </PageHead>
      {editor.isOutdated && product && <OutdatedNotice product={product} editor={editor} />}
      <ErrorSummary faults={editor.faults} form={form} />
      {isArchived && (
        <p className="mb-4 rounded-md bg-mist px-4 py-3 text-sm">
          This product is archived, so nobody can buy it. Restore it to edit and publish it.
        </p>
      )}
      <form
        ref={form}
        noValidate
        inert={isArchived}
        onSubmit={(event) => {
          event.preventDefault()
          void editor.save()
        }}
        className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start"
      >
        <div className="flex min-w-0 flex-col gap-4">
          <DetailsCard editor={editor} />
          <PicturesCard editor={editor} />
          <PricesCard editor={editor} />
          <FactsCard editor={editor} required={required} typicalWeightGrams={typicalWeightGrams} />
          <StonesCard editor={editor} required={required} storedText={product?.stonesText ?? null} />
          <CustomsCard editor={editor} />
        </div>
        <div className="flex flex-col gap-4">
          <ModerationNotice product={product} />
          <ChecklistPanel form={editor.form} required={required} />
          {product && <StoreFields productId={product.id} />}
        </div>
        {/* A form with a submit button is submitted by Enter in a field. */}
        <button type="submit" hidden>
          Save
        </button>
      </form>
      <SaveBar editor={editor} />
      <LeaveDialog
        isDirty={() => editor.dirty.current}
        text="Your changes to this product will be lost if you leave the page."
      />
    </>
  )
}

/** Returns the required facts and typical weight of a category; none until a category is selected. */
function useCategoryFacts(category: string) {
  const query = useQuery({
    queryKey: ['supplier', 'category-facts'],
    queryFn: async ({ signal }) => (await call('GET /supplier/category-facts', {}, { signal })).categories,
    staleTime: 600_000,
  })
  return query.data?.find((one) => one.category === category) ?? NO_CATEGORY_FACTS
}

function OutdatedNotice({ product, editor }: { product: OwnProductData; editor: ProductEditorState }) {
  const [isBusy, setIsBusy] = useState(false)

  async function load(): Promise<void> {
    setIsBusy(true)
    try {
      editor.show((await call('GET /supplier/products/{id}', { params: { id: product.id } })).product)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center gap-3 rounded-md bg-(--amber-mist) px-4 py-3 text-sm"
    >
      <p className="min-w-0 flex-1">
        <strong>This product was changed elsewhere since you opened it.</strong> Load the latest version to
        change it; what you typed here is lost.
      </p>
      <Action busy={isBusy} onClick={() => void load()}>
        Load latest version
      </Action>
    </div>
  )
}

/** Renders all errors above the form, each linked to its field. It gets the focus when there are new errors. */
function ErrorSummary({ faults, form }: { faults: FieldErrors; form: RefObject<HTMLFormElement | null> }) {
  const summary = useRef<HTMLDivElement>(null)
  const errors = Object.entries(faults)
  useEffect(() => {
    if (Object.keys(faults).length > 0) summary.current?.focus()
  }, [faults])

  function focusField(name: string): void {
    const fields = [...(form.current?.elements ?? [])].filter((element) => element instanceof HTMLElement)
    fields.find((element) => element.getAttribute('name') === name)?.focus()
  }

  if (errors.length === 0) return null
  return (
    <div
      ref={summary}
      role="alert"
      tabIndex={-1}
      className="mb-4 rounded-md bg-danger-mist px-4 py-3 text-sm text-danger"
    >
      <p className="font-semibold">
        {errors.length === 1
          ? 'One entry needs your attention'
          : `${errors.length} entries need your attention`}
      </p>
      <ul className="mt-1">
        {errors.map(([name, message]) => (
          <li key={name}>
            {name === 'form' ? (
              message
            ) : (
              <button type="button" className="min-h-6 text-start underline" onClick={() => focusField(name)}>
                {message}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Renders the bar at the bottom while there are unsaved changes. */
function SaveBar({ editor }: { editor: ProductEditorState }) {
  const { isDirty, isBusy, save, discard } = editor
  if (!isDirty) return null
  return (
    <section
      aria-label="Unsaved changes"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-paper shadow-sheet lg:ms-60 print:hidden"
    >
      <div className="mx-auto flex max-w-[80rem] flex-wrap items-center gap-2 px-3 py-3 md:px-6">
        <p className="flex-1 text-sm font-semibold">Unsaved changes</p>
        <Action disabled={isBusy} onClick={discard}>
          Discard
        </Action>
        <Action variant="primary" busy={isBusy} onClick={() => void save()}>
          Save
        </Action>
      </div>
    </section>
  )
}

const NO_CATEGORY_FACTS = { required: [], typicalWeightGrams: null }
