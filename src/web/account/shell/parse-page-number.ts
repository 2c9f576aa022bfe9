/** Parses the page number in an address; an invalid one is the first. */
export function parsePageNumber(text: string | undefined): number {
  const page = Number(text ?? '1')
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}
