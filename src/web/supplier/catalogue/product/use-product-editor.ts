import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { OwnProductData } from '#features/catalogue/catalog/management/authoring/own-contract.ts'
import { call, isApiFailure } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { toast } from '#web/app/toast.ts'
import { fieldErrorsFrom } from '#web/shared/loading/use-save-form.ts'
import { productAddress } from '../../console/addresses.ts'
import type { FieldErrors } from '#web/shared/loading/use-save-form.ts'
import { type EditorForm, isChanged, toEditorForm, toEditorInput } from './editor-form.ts'

/** The state of a product's editor, and its actions. */
export type ProductEditorState = Readonly<{
  form: EditorForm
  change: (edit: (form: EditorForm) => EditorForm) => void
  faults: FieldErrors
  isBusy: boolean
  isDirty: boolean
  /** Whether there are unsaved changes, readable by events between two renders. */
  dirty: RefObject<boolean>
  /** Whether the product was changed elsewhere since it was opened. */
  isOutdated: boolean
  save: () => Promise<void>
  discard: () => void
  /** Replaces the input with a product of the server. */
  show: (product: OwnProductData) => void
}>

/** Returns the query key of a product in the console. */
export function productQueryKey(id: string): readonly string[] {
  return ['supplier', 'product', id]
}

/** Returns the editor's state of a product. `latest` is the server's latest version, undefined for a new product. */
export function useProductEditor(start: EditorForm, latest: OwnProductData | undefined): ProductEditorState {
  const [initial, setInitial] = useState(start)
  const [form, setForm] = useState(start)
  const [faults, setFaults] = useState<FieldErrors>({})
  const [isBusy, setIsBusy] = useState(false)
  const [isRefused, setIsRefused] = useState(false)
  const queries = useQueryClient()
  const go = useNavigateTo()
  const isDirty = isChanged(form, initial)
  const dirty = useRef(false)
  useEffect(() => {
    dirty.current = isDirty
  })

  function show(product: OwnProductData): void {
    const next = toEditorForm(product)
    setInitial(next)
    setForm(next)
    setFaults({})
    setIsRefused(false)
    dirty.current = false
    queries.setQueryData(productQueryKey(product.id), product)
    void queries.invalidateQueries({
      queryKey: ['supplier'],
      predicate: ({ queryKey }) => queryKey[2] !== product.id,
    })
  }

  async function save(): Promise<void> {
    const input = toEditorInput(form, initial)
    if ('faults' in input) return setFaults(input.faults)
    setIsBusy(true)
    setFaults({})
    try {
      const { message, product } = await call('POST /shop/saveMyProduct', { body: { data: input.body } })
      show(product)
      toast.success(message)
      if (initial.product.id === '') await go(productAddress(product.id), { replace: true })
    } catch (error) {
      setFaults(fieldErrorsFrom(error))
      setIsRefused(isApiFailure(error) && OUTDATED_CODES.includes(error.code))
    } finally {
      setIsBusy(false)
    }
  }

  function discard(): void {
    setForm(initial)
    setFaults({})
  }

  const isOutdated = isRefused || (latest !== undefined && latest.revision !== initial.product.revision)
  return { form, change: setForm, faults, isBusy, isDirty, dirty, isOutdated, save, discard, show }
}

const OUTDATED_CODES: readonly string[] = ['product_changed', 'product_not_found', 'quantity_changed']
