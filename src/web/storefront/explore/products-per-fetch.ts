/** The number of products in a request and in server rendering. It fills whole rows of two, three and four columns. */
export const PRODUCTS_PER_FETCH = 48
