import { nextGid, type ShopifyState } from './shopify-products.ts'
import type { WooState } from './woo-products.ts'

/** A variant as the owner of a fake store sees it. */
export type EditedVariant = Readonly<{ id: string; sku: string; value: string }>

/** The edits of a product's variants by the owner of a fake store. */
export type VariantEditor = Readonly<{
  list(): readonly EditedVariant[]
  change(id: string, fields: Readonly<{ sku?: string; value?: string }>): void
  remove(id: string): void
  /** Adds another variant with the same SKU, if the store allows it; returns its id. */
  copy(id: string, value: string): string
}>

/** Returns the edits that a fake Shopify store's owner makes to variants. Shopify allows a SKU twice. */
export function editShopifyVariants(state: ShopifyState, productId: string): VariantEditor {
  const product = state.products.find(({ id }) => id === productId)
  const find = (id: string) => product?.variants.find((variant) => variant.id === id)
  return {
    list: () =>
      (product?.variants ?? []).map(({ id, sku, values }) => ({ id, sku: sku ?? '', value: values })),
    change(id, { sku, value }) {
      const variant = find(id)
      if (!variant) return
      variant.sku = sku ?? variant.sku
      variant.values = value ?? variant.values
    },
    remove(id) {
      if (product) product.variants = product.variants.filter((variant) => variant.id !== id)
    },
    copy(id, value) {
      const newId = nextGid(state, 'ProductVariant')
      const variant = find(id)
      if (variant) product?.variants.push({ ...variant, id: newId, values: value })
      return newId
    },
  }
}

/** Returns the edits that a fake WooCommerce site's owner makes to variations. WooCommerce refuses a SKU twice. */
export function editWooVariations(state: WooState, productId: string): VariantEditor {
  const variations = () => state.products.filter(({ parent }) => String(parent) === productId)
  const find = (id: string) => variations().find((one) => String(one.id) === id)
  const isFree = (sku: string) => sku === '' || state.products.every((one) => one.sku !== sku)
  const setValue = (attributes: WooState['products'][number]['attributes'], option: string) =>
    attributes.map((attribute, index) => (index === 0 ? { ...attribute, option } : attribute))
  return {
    list: () =>
      variations().map(({ id, sku, attributes }) => ({
        id: String(id),
        sku,
        value: attributes[0]?.option ?? '',
      })),
    change(id, { sku, value }) {
      const variation = find(id)
      if (!variation) return
      if (sku !== undefined && isFree(sku)) variation.sku = sku
      if (value !== undefined) variation.attributes = setValue(variation.attributes, value)
    },
    remove(id) {
      state.products = state.products.filter((one) => String(one.id) !== id)
    },
    copy(id, value) {
      state.made += 1
      const variation = find(id)
      if (variation)
        state.products.push({
          ...variation,
          id: state.made,
          sku: '',
          attributes: setValue(variation.attributes, value),
        })
      return String(state.made)
    },
  }
}
