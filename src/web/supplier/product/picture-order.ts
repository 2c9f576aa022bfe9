/** Returns a list with the item at `from` moved to `to`; the others keep their order. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = items[from]
  if (moved === undefined) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, moved)
}

/** Returns the pictures among files that were dropped or pasted. */
export function listImageFiles(files: Iterable<File> | null | undefined): File[] {
  return [...(files ?? [])].filter(({ type }) => type.startsWith('image/'))
}
