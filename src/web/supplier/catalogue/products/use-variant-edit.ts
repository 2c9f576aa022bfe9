import { useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  ListedProductData,
  ListedVariantData,
} from '#features/catalogue/catalog/management/product-list/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import type { VariantField } from './product-values.ts'

/** A change of a variant's value. */
export type VariantEdit = Readonly<{
  productId: string
  variantId: string
  field: VariantField
  before: number | null
  after: number | null
}>

type ProductsAnswer = AnswerTo<'GET /supplier/products'>

/** The key prefix of all loaded pages of products. */
export const PRODUCTS_KEY = ['supplier', 'products'] as const

/** Returns a function that saves a value optimistically, and restores it if the server refuses. */
export function useVariantEdit(): (edit: VariantEdit) => void {
  const queries = useQueryClient()
  const change = (update: (product: ListedProductData) => ListedProductData) =>
    queries.setQueriesData<ProductsAnswer>({ queryKey: PRODUCTS_KEY }, (answer) =>
      answer ? { ...answer, products: answer.products.map(update) } : answer,
    )
  const { mutate } = useMutation({
    mutationFn: ({ productId, variantId, ...body }: VariantEdit) =>
      call('POST /supplier/products/{id}/variants/{variant}', {
        params: { id: productId, variant: variantId },
        body: toBody(body),
      }),
    async onMutate(edit) {
      await queries.cancelQueries({ queryKey: PRODUCTS_KEY })
      change((product) => (product.id === edit.productId ? setValue(product, edit) : product))
    },
    onSuccess({ product }) {
      change((other) => (other.id === product.id ? product : other))
      void queries.invalidateQueries({ queryKey: ['supplier', 'product-counts'] })
    },
    onError(error, edit) {
      change((product) =>
        product.id === edit.productId ? setValue(product, { ...edit, after: edit.before }) : product,
      )
      toast.error(explainError(error, 'We couldn’t save the variant. Please try again.'))
      void queries.invalidateQueries({ queryKey: PRODUCTS_KEY })
    },
  })
  return mutate
}

function toBody({ field, before, after }: Pick<VariantEdit, 'field' | 'before' | 'after'>) {
  return field === 'wholesale' ? { field, before, after } : { field, before: before ?? 0, after: after ?? 0 }
}

function setValue(
  product: ListedProductData,
  { variantId, field, after }: Pick<VariantEdit, 'variantId' | 'field' | 'after'>,
): ListedProductData {
  const variants = product.variants.map((variant) =>
    variant.id === variantId ? setVariantValue(variant, field, after) : variant,
  )
  return {
    ...product,
    variants,
    prices: toRange(variants.map(({ priceCents }) => priceCents)) ?? product.prices,
    wholesalePrices: toRange(variants.flatMap(({ wholesaleCents }) => wholesaleCents ?? [])),
    stock: variants.reduce((sum, { stock }) => sum + stock, 0),
  }
}

function setVariantValue(
  variant: ListedVariantData,
  field: VariantField,
  after: number | null,
): ListedVariantData {
  if (field === 'wholesale') return { ...variant, wholesaleCents: after }
  return field === 'price' ? { ...variant, priceCents: after ?? 0 } : { ...variant, stock: after ?? 0 }
}

function toRange(amounts: readonly number[]): { min: number; max: number } | null {
  return amounts.length === 0 ? null : { min: Math.min(...amounts), max: Math.max(...amounts) }
}
