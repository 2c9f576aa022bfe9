/**
 * How many products are fetched at a time, and rendered by the server. It fills whole rows of two, of three and of
 * four.
 */
export const PRODUCTS_PER_FETCH = 48
