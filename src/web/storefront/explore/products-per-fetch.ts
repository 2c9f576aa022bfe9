/**
 * The number of products in a request, and in the server's rendering. It fills whole rows of two, of three and of
 * four.
 */
export const PRODUCTS_PER_FETCH = 48
