/** A product shown in an email: `price` and `note` are formatted, URLs are absolute. */
export type EmailProduct = Readonly<{
  name: string
  price: string
  note?: string
  url: string
  imageUrl?: string
}>

/** Renders an email's products as plain text: a line for each product and one for its URL. */
export function renderPlainProducts(products: readonly EmailProduct[]): string[][] {
  return products.map(({ name, price, note, url }) => [
    `${note ? `${name} (${note})` : name}   ${price}`,
    `  ${url}`,
  ])
}
