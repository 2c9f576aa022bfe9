/** The version of the Admin API these documents are written for; each is served for at least a year. */
export const API_VERSION = '2026-10'

/** What a shop is, what it lets us do, and where its stock lies. */
export const CHECK = `query StoreCheck {
  shop { name currencyCode }
  currentAppInstallation { accessScopes { handle } }
}`

/** Where stock can be kept. */
export const LOCATIONS = `query StoreLocations {
  locations(first: 50) { nodes { id isActive fulfillsOnlineOrders } }
}`

/** A page of products, oldest first, so that one that comes meanwhile is behind all others. */
export const PRODUCTS = `query StoreProducts($first: Int!, $after: String) {
  products(first: $first, after: $after, sortKey: ID) {
    nodes {
      id
      title
      descriptionHtml
      totalInventory
      tracksInventory
      status
      isGiftCard
      requiresSellingPlan
      variants(first: 2) { nodes { sku price inventoryItem { requiresShipping } } }
      media(first: 10) { nodes { ... on MediaImage { status image { url } } } }
    }
    pageInfo { hasNextPage endCursor }
  }
}`

/** A product by our own id, which is its handle, or by the shop's. */
export const FIND_PRODUCT = `query StoreProduct($identifier: ProductIdentifierInput!) {
  productByIdentifier(identifier: $identifier) {
    id
    variants(first: 250) { nodes { id sku inventoryItem { id } } }
  }
}`

/** Makes a product; where there is one with the handle already, it becomes that one. */
export const CREATE_PRODUCT = `mutation CreateProduct($identifier: ProductSetIdentifiers, $input: ProductSetInput!) {
  productSet(identifier: $identifier, input: $input, synchronous: true) {
    product { id }
    userErrors { field message code }
  }
}`

/** New prices of variants. */
export const UPDATE_PRICES = `mutation UpdatePrices($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants) {
    userErrors { field message code }
  }
}`

/** Variants that a product has got since it was made. */
export const CREATE_VARIANTS = `mutation CreateVariants($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkCreate(productId: $productId, variants: $variants) {
    userErrors { field message code }
  }
}`

/** How many there are of each variant; a key of its own for each time, as the same one again would change nothing. */
export const SET_STOCK = `mutation SetStock($input: InventorySetQuantitiesInput!, $key: String!) {
  inventorySetQuantities(input: $input) @idempotent(key: $key) {
    userErrors { field message code }
  }
}`
