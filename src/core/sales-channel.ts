/** The channels of a sale: the marketplace, or wholesale to a vendor for an order of the vendor's store. */
export const SALES_CHANNELS = ['marketplace', 'vendor'] as const

export type SalesChannel = (typeof SALES_CHANNELS)[number]
