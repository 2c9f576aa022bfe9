/** A secondary list of a page, or `failure`, a message for the shopper. */
export type LoadedList<Item> = Readonly<{ items: readonly Item[]; failure?: string }>

/** Returns the list once it is loaded, or the message of its failure. Never throws. */
export async function toLoadedList<Item>(
  items: Promise<readonly Item[]>,
  failure: string,
): Promise<LoadedList<Item>> {
  try {
    return { items: await items }
  } catch {
    return { items: [], failure }
  }
}
