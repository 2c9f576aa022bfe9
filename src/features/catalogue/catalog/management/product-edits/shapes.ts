/** The fields that a bulk edit can change. A status is the product's, the others are a variant's. */
export const EDIT_FIELDS = ['price', 'wholesale', 'stock', 'status'] as const

export type EditField = (typeof EDIT_FIELDS)[number]

/** The sources of a change. */
export const CHANGE_SOURCES = ['edit', 'bulk_edit', 'undo', 'form', 'import'] as const

export type ChangeSource = (typeof CHANGE_SOURCES)[number]
