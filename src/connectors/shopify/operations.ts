/** The version of the Admin API these documents are written for; each is served for at least a year. */
export const API_VERSION = '2026-10'

/** A store's details, our permissions, and its stock locations. */
export const CHECK = `query StoreCheck {
  shop { name currencyCode }
  currentAppInstallation { accessScopes { handle } }
}`

/** The locations that can hold stock. */
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
      productType
      seo { description }
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
    variants(first: 250) { nodes { id sku inventoryQuantity selectedOptions { value } inventoryItem { id } } }
  }
}`

/** Makes a product; where there is one with the handle already, it becomes that one. */
export const CREATE_PRODUCT = `mutation CreateProduct($identifier: ProductSetIdentifiers, $input: ProductSetInput!) {
  productSet(identifier: $identifier, input: $input, synchronous: true) {
    product { id variants(first: 100) { nodes { id sku } } }
    userErrors { field message code }
  }
}`

/** New prices of variants. */
export const UPDATE_PRICES = `mutation UpdatePrices($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants) {
    userErrors { field message code }
  }
}`

/** New SKUs of variants. */
export const SET_SKUS = `mutation SetSkus($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants) {
    userErrors { field message code }
  }
}`

/** Takes a product off sale, puts it back, or replaces its texts. */
export const UPDATE_PRODUCT = `mutation UpdateProduct($product: ProductUpdateInput!) {
  productUpdate(product: $product) {
    userErrors { field message }
  }
}`

/** Variants that a product has got since it was made. */
export const CREATE_VARIANTS = `mutation CreateVariants($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkCreate(productId: $productId, variants: $variants) {
    productVariants { id sku }
    userErrors { field message code }
  }
}`

/** Sets the stock of each variant. Each call needs a key of its own, as a repeated one changes nothing. */
export const SET_STOCK = `mutation SetStock($input: InventorySetQuantitiesInput!, $key: String!) {
  inventorySetQuantities(input: $input) @idempotent(key: $key) {
    userErrors { field message code }
  }
}`

const ORDER_FIELDS = `
    id
    name
    createdAt
    updatedAt
    cancelledAt
    displayFinancialStatus
    currencyCode
    totalPriceSet { shopMoney { amount } }
    shippingAddress { firstName lastName company address1 address2 city provinceCode zip countryCodeV2 phone }
    lineItems(first: 100) {
      nodes {
        id
        title
        variantTitle
        sku
        quantity
        currentQuantity
        product { id }
        variant { id }
        discountedTotalSet { shopMoney { amount } }
      }
    }
    refunds(first: 50) {
      totalRefundedSet { shopMoney { amount } }
      refundLineItems(first: 1) { nodes { quantity } }
      refundShippingLines(first: 1) { nodes { id } }
    }`

/** An order as it stands now. */
export const ORDER = `query StoreOrder($id: ID!) {
  order(id: $id) {${ORDER_FIELDS}
  }
}`

/**
 * A page of the orders that changed since, the longest unchanged first. It has their IDs alone, as ten with their
 * lines cost too much.
 */
export const ORDERS = `query StoreOrders($first: Int!, $after: String, $query: String!) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { id }
    pageInfo { hasNextPage endCursor }
  }
}`

/** The existing webhook subscriptions. */
export const WEBHOOKS = `query StoreWebhooks($uri: String!) {
  webhookSubscriptions(first: 50, uri: $uri) { nodes { topic } }
}`

/** Asks for webhooks about a topic. */
export const SUBSCRIBE = `mutation Subscribe($topic: WebhookSubscriptionTopic!, $webhook: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $webhook) {
    userErrors { field message }
  }
}`
