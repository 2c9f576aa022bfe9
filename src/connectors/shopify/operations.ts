/** The version of the Admin API that these documents use; each version is served for at least a year. */
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

/** Queries a page of products, oldest first, so that products created meanwhile are at the end. */
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

/** Queries a product by our own id, which is its handle, or by the store's. */
export const FIND_PRODUCT = `query StoreProduct($identifier: ProductIdentifierInput!) {
  productByIdentifier(identifier: $identifier) {
    id
    variants(first: 250) { nodes { id sku inventoryQuantity selectedOptions { value } inventoryItem { id } } }
  }
}`

/** Creates a product; an existing one with the handle is replaced. */
export const CREATE_PRODUCT = `mutation CreateProduct($identifier: ProductSetIdentifiers, $input: ProductSetInput!) {
  productSet(identifier: $identifier, input: $input, synchronous: true) {
    product { id variants(first: 100) { nodes { id sku } } }
    userErrors { field message code }
  }
}`

/** Sets new prices of variants. */
export const UPDATE_PRICES = `mutation UpdatePrices($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants) {
    userErrors { field message code }
  }
}`

/** Sets new SKUs of variants. */
export const SET_SKUS = `mutation SetSkus($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants) {
    userErrors { field message code }
  }
}`

/** Takes a product off sale, puts it on sale again, or replaces its texts. */
export const UPDATE_PRODUCT = `mutation UpdateProduct($product: ProductUpdateInput!) {
  productUpdate(product: $product) {
    userErrors { field message }
  }
}`

/** Creates variants that a product got after its creation. */
export const CREATE_VARIANTS = `mutation CreateVariants($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkCreate(productId: $productId, variants: $variants) {
    productVariants { id sku }
    userErrors { field message code }
  }
}`

/** Sets the stock of each variant. Each call needs a new key, as a repeated one changes nothing. */
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

/** Queries the current state of an order. */
export const ORDER = `query StoreOrder($id: ID!) {
  order(id: $id) {${ORDER_FIELDS}
  }
}`

/**
 * Queries a page of the orders that changed since a time, the oldest change first. It has only their ids, because ten
 * orders with their lines exceed the cost limit.
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

/** Subscribes to webhooks of a topic. */
export const SUBSCRIBE = `mutation Subscribe($topic: WebhookSubscriptionTopic!, $webhook: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $webhook) {
    userErrors { field message }
  }
}`
