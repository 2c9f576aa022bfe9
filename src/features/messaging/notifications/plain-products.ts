/** A product that an email shows: `price` and `note` as they are to be read; addresses are whole ones. */
export type EmailProduct = Readonly<{
  name: string
  price: string
  note?: string
  url: string
  imageUrl?: string
}>

/** Renders an email's products as plain text, a line for each product and one for its address. */
export function renderPlainProducts(products: readonly EmailProduct[]): string[][] {
  return products.map(({ name, price, note, url }) => [
    `${note ? `${name} (${note})` : name}   ${price}`,
    `  ${url}`,
  ])
}
