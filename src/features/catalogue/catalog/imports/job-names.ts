/** The name of the job that makes a plan. */
export const PLAN_JOB = 'catalog.plan_import'

/** The name of the job that applies a plan. */
export const APPLY_JOB = 'catalog.apply_import'

/** The name of the job that reads the products of a connected store for an import. */
export const READ_STORE_JOB = 'stores.read_for_import'

/** The name of the job that checks a synced store for changes. */
export const CHECK_STORE_JOB = 'stores.check_source'
