import type { CaseEntryData } from '#features/sales/cases/contract.ts'

/**
 * What is shown of a case: what was read before, and the newest of it; without what was read before where something between the
 * two is not known.
 */
export function knownEntries(
  read: readonly CaseEntryData[],
  newest: readonly CaseEntryData[],
): readonly CaseEntryData[] {
  const from = newest[0]?.place ?? 1
  const before = read.filter(({ place }) => place < from)
  return before.at(-1)?.place === from - 1 ? [...before, ...newest] : newest
}
