import type { Setting } from '#features/identity/settings/service.ts'
import type { HomeColumnData } from './shapes.ts'

const FIRST_COLUMNS: readonly HomeColumnData[] = [
  { title: 'Top ranking', sort: 'popular' },
  { title: 'New arrivals', sort: 'newest' },
  { title: 'Top deals', sort: 'deals' },
]

const SORT_TEXTS: Readonly<Record<HomeColumnData['sort'], string>> = {
  popular: 'best sellers',
  newest: 'newest products',
  deals: 'largest discounts',
}

/** The setting of the columns of products on the home page, from left to right. */
export const HOME_COLUMNS: Setting<readonly HomeColumnData[]> = {
  name: 'home_columns',
  action: 'Changed the columns of the home page',
  // Only the call stores it, which has checked it.
  parse: (stored) => (stored as readonly HomeColumnData[] | undefined) ?? FIRST_COLUMNS,
  toAuditValues: (columns) => ({ columns: columns.map(describeColumn) }),
  describe(before, after) {
    const [old, next] = [before, after].map((columns) => columns.map(describeColumn).join(', '))
    return old === next ? [] : [`Columns: ${next}`]
  },
}

function describeColumn({ title, sort }: HomeColumnData): string {
  return `${title} (${SORT_TEXTS[sort]})`
}
