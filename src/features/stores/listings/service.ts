export { undoPlan } from './plans/undo-plan.ts'
export { readProductCosts } from './costs/read-costs.ts'
export type { ListingDeps } from './deps.ts'
export { decideCostAlerts, decideCostGroup, undoCostDecision } from './cost-alerts/decide-cost-alerts.ts'
export { readCostAlerts } from './cost-alerts/read-cost-alerts.ts'
export { setListingsOnSale, updateListings } from './list/change-listings.ts'
export { exportListingRows } from './list/export-listings.ts'
export { previewPricing } from './list/preview-pricing.ts'
export { countTasks } from './list/list-queries.ts'
export { readListings } from './list/read-listings.ts'
export { makePlan } from './plans/make-plan.ts'
export { deleteOldPlans } from './plans/plan-queries.ts'
export {
  applyPlan,
  cancelPlan,
  createPlan,
  PLAN_JOB,
  readPlan,
  readPlanItems,
  readPlans,
} from './plans/publish-plans.ts'
export { pushChanges, repriceListings } from './pushes/push-changes.ts'
export { readListingVariants } from './repairs/read-variants.ts'
export { repairListingVariants } from './repairs/repair-variants.ts'
