/** How many products are fetched at a time, and how many the server draws: whole rows of two, of three and of four. */
export const PRODUCTS_PER_FETCH = 48
