import { invalid } from '#core/errors.ts'

/**
 * The address of the shop that is meant by `my-store`, `my-store.myshopify.com`, or an address that has it, also that of the admin.
 * Throws `store_address` (400).
 */
export function toShopifyAddress(input: string): string {
  const text = input.trim().toLowerCase()
  const admin = /^(?:https?:\/\/)?admin\.shopify\.com\/store\/([^/?#]+)/.exec(text)?.[1]
  const name =
    admin ??
    text
      .replace(/^https?:\/\//, '')
      .replace(/[/?#].*$/, '')
      .replace(/\.myshopify\.com$/, '')
  if (!/^[a-z0-9][a-z0-9-]{0,59}$/.test(name))
    throw invalid('store_address', 'Enter your Shopify address, such as your-store.myshopify.com.')
  return `${name}.myshopify.com`
}
