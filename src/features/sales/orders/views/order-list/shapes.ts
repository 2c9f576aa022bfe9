/** The saved views of a supplier's orders, by the names that calls and addresses use. */
export const ORDER_VIEWS = [
  'all',
  'to_accept',
  'to_ship_today',
  'upcoming',
  'late',
  'cancellations',
  'in_transit',
  'cases',
  'done',
] as const

export type OrderView = (typeof ORDER_VIEWS)[number]

/** The sort orders of a supplier's list. */
export const ORDER_SORTS = ['newest', 'oldest', 'ship_by', 'highest_total'] as const

export type OrderSort = (typeof ORDER_SORTS)[number]
