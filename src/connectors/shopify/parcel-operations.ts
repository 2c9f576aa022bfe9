/** What was sent of an order, and the fulfillment orders by which the rest can be: one for each location. */
export const ORDER_PARCELS = `query OrderParcels($id: ID!) {
  order(id: $id) {
    cancelledAt
    fulfillments(first: 50) { id status trackingInfo(first: 3) { number } }
    fulfillmentOrders(first: 50) {
      nodes {
        id
        status
        supportedActions { action }
        assignedLocation { location { id } }
      }
    }
  }
}`

/** The units of a fulfillment. */
export const PARCEL_UNITS = `query ParcelUnits($id: ID!) {
  fulfillment(id: $id) {
    fulfillmentLineItems(first: 100) { nodes { quantity lineItem { id } } }
  }
}`

/** The units of a fulfillment order that are still to be sent. */
export const UNSENT_UNITS = `query UnsentUnits($id: ID!) {
  fulfillmentOrder(id: $id) {
    lineItems(first: 100) { nodes { id remainingQuantity lineItem { id } } }
  }
}`

/** Says that units are sent. Not idempotent: asked again it sends again what is left. */
export const CREATE_FULFILLMENT = `mutation CreateFulfillment($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) {
    fulfillment { id }
    userErrors { field message }
  }
}`
