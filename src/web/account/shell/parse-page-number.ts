/** The number of a page in an address; whatever is none is the first. */
export function parsePageNumber(text: string | undefined): number {
  const page = Number(text ?? '1')
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}
