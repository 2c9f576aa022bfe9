/** The queried fields of a variant of a supplier's store. */
const VARIANT_FIELDS = `
          id
          sku
          barcode
          price
          compareAtPrice
          inventoryQuantity
          selectedOptions { name value }
          media(first: 1) { nodes { ... on MediaImage { image { url } } } }
          inventoryItem {
            id
            tracked
            requiresShipping
            harmonizedSystemCode
            countryCodeOfOrigin
            measurement { weight { unit value } }
          }`

/** The products and variants per page: a query may cost 1,000 points, and each object costs one. */
export const SOURCE_PAGE = 5
const VARIANTS_AT_FIRST = 20
export const VARIANTS_PER_PAGE = 100

const PRODUCT_FIELDS = `
      id
      title
      descriptionHtml
      status
      isGiftCard
      requiresSellingPlan
      productType
      category { fullName }
      tags
      updatedAt
      options { name }
      media(first: 12) { nodes { ... on MediaImage { status alt image { url } } } }
      variants(first: ${VARIANTS_AT_FIRST}) {
        nodes {${VARIANT_FIELDS}
        }
        pageInfo { hasNextPage endCursor }
      }`

/** Queries a page of products with their variants, oldest first. */
export const SOURCE_PRODUCTS = `query SourceProducts($first: Int!, $after: String, $query: String) {
  products(first: $first, after: $after, query: $query, sortKey: ID) {
    nodes {${PRODUCT_FIELDS}
    }
    pageInfo { hasNextPage endCursor }
  }
}`

/** Queries products by their ids. */
export const FIND_SOURCE_PRODUCTS = `query FindSourceProducts($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Product {${PRODUCT_FIELDS}
    }
  }
}`

/** Queries the further variants of a product. */
export const SOURCE_VARIANTS = `query SourceVariants($id: ID!, $first: Int!, $after: String) {
  product(id: $id) {
    variants(first: $first, after: $after) {
      nodes {${VARIANT_FIELDS}
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`

/** Queries the products of inventory items. */
export const STOCK_PRODUCTS = `query StockProducts($ids: [ID!]!) {
  nodes(ids: $ids) { ... on InventoryItem { id variant { product { id } } } }
}`

/** Queries a page of the stock levels of all variants. */
export const STOCK_LEVELS = `query StockLevels($first: Int!, $after: String) {
  productVariants(first: $first, after: $after, sortKey: ID) {
    nodes { id inventoryQuantity inventoryItem { tracked } product { id } }
    pageInfo { hasNextPage endCursor }
  }
}`

/** Queries the locations with stock of an item. */
export const STOCK_LOCATIONS = `query StockLocations($id: ID!) {
  inventoryItem(id: $id) {
    id
    tracked
    inventoryLevels(first: 50) { nodes { location { id isActive fulfillsOnlineOrders } } }
  }
}`

/** Adds units to a stock, or removes them, once per key. */
export const ADJUST_STOCK = `mutation AdjustStock($input: InventoryAdjustQuantitiesInput!, $key: String!) {
  inventoryAdjustQuantities(input: $input) @idempotent(key: $key) {
    inventoryAdjustmentGroup { id }
    userErrors { field message code }
  }
}`
