import { toAuditSource } from '#features/identity/audit/service.ts'
import { csvResponse } from '#platform/csv.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { PRODUCT_LIST_ROUTES } from './lists/routes.ts'
import * as costAlerts from './cost-alerts/contract.ts'
import { getProductCosts } from './costs/contract.ts'
import * as repairs from './repairs/contract.ts'
import type { ListingRouteDeps } from './deps.ts'
import {
  applyPlan,
  cancelPlan,
  countTasks,
  createPlan,
  decideCostAlerts,
  decideCostGroup,
  exportListingRows,
  type ListingDeps,
  previewPricing,
  readCostAlerts,
  readListings,
  readListingVariants,
  repairListingVariants,
  readPlan,
  readPlanItems,
  readPlans,
  readProductCosts,
  setListingsOnSale,
  undoCostDecision,
  undoPlan,
  updateListings,
} from './service.ts'

/** Returns the routes of a vendor's listings and publish plans. */
export function listingRoutes(deps: ListingRouteDeps): readonly Route[] {
  return [
    ...createListRoutes(deps),
    ...createPlanRoutes(deps),
    ...createCostAlertRoutes(deps),
    ...createRepairRoutes(deps),
    ...PRODUCT_LIST_ROUTES,
    createCostRoute(deps),
  ]
}

function createCostRoute(deps: ListingRouteDeps): Route {
  return route(getProductCosts, async ({ params: { id }, query: { country } }, { db, actor }) =>
    ok('Costs', { costs: await readProductCosts(db, deps, { accountId: actor.id, id, country }) }),
  )
}

function createListRoutes(deps: ListingDeps): readonly Route[] {
  return [
    route(contract.listListings, async ({ query }, { db, actor }) =>
      ok('Your listings', await readListings(db, { ...query, accountId: actor.id })),
    ),
    route(contract.countListings, async (_input, { db, actor }) =>
      ok('Your listings that need attention', { counts: await countTasks(db, actor.id) }),
    ),
    route(contract.exportListings, async ({ query }, { db, actor, now }) => {
      const rows = await exportListingRows(db, { ...query, accountId: actor.id })
      return csvResponse(`listings-${now.toISOString().slice(0, 10)}.csv`, rows)
    }),
    route(contract.updateListings, async ({ body }, call) =>
      ok('Price and stock are on their way.', {
        products: await updateListings(call.db, deps, { ...body, source: toAuditSource(call) }),
      }),
    ),
    route(contract.setListingsOnSale, async ({ body }, call) =>
      ok(body.isOnSale ? 'Your store is putting them back on sale.' : 'Your store is taking them off sale.', {
        products: await setListingsOnSale(call.db, deps, { ...body, source: toAuditSource(call) }),
      }),
    ),
    route(contract.previewPricing, async ({ body }, { db, actor }) =>
      ok('Preview', await previewPricing(db, { ...body, accountId: actor.id })),
    ),
  ]
}

function createRepairRoutes(deps: ListingDeps): Route[] {
  return [
    route(repairs.getListingVariants, async ({ params }, { db, actor }) =>
      ok('Variants', {
        listing: await readListingVariants(db, deps, { ...params, accountId: actor.id }),
      }),
    ),
    route(repairs.repairListingVariants, async ({ params, body }, call) =>
      ok('The variants are repaired. The listing is being updated.', {
        repaired: await repairListingVariants(call.db, deps, {
          ...params,
          ...body,
          source: toAuditSource(call),
        }),
      }),
    ),
  ]
}

const DECIDED: Readonly<Record<(typeof costAlerts.COST_DECISIONS)[number], string>> = {
  follow_rule: 'Prices follow your rules.',
  keep_price: 'Prices stay unchanged.',
  take_off: 'Your store is taking them off sale.',
}

function createCostAlertRoutes(deps: ListingDeps): Route[] {
  return [
    route(costAlerts.listCostAlerts, async (_input, { db, actor, now }) =>
      ok('Rising costs', await readCostAlerts(db, { accountId: actor.id, now })),
    ),
    route(costAlerts.decideCostGroup, async ({ body }, call) =>
      ok(DECIDED[body.decision], {
        decision: await decideCostGroup(call.db, deps, { ...body, source: toAuditSource(call) }),
      }),
    ),
    route(costAlerts.decideCostAlerts, async ({ body }, call) => {
      const decided = await decideCostAlerts(call.db, deps, { ...body, source: toAuditSource(call) })
      return ok(DECIDED[body.decision], {
        products: decided?.listings ?? 0,
        decisionId: decided?.id ?? null,
      })
    }),
    route(costAlerts.undoCostDecision, async ({ params: { id } }, call) =>
      ok(
        'The decision is undone.',
        await undoCostDecision(call.db, deps, { id, source: toAuditSource(call) }),
      ),
    ),
  ]
}

function createPlanRoutes(deps: ListingDeps): readonly Route[] {
  return [
    route(contract.createPublishPlan, async ({ body }, call) =>
      ok('Your store is being compared.', {
        plan: await createPlan(call.db, deps, { ...body, source: toAuditSource(call) }),
      }),
    ),
    route(contract.listPublishPlans, async (_input, { db, actor }) =>
      ok('Your plans', { plans: await readPlans(db, actor.id) }),
    ),
    route(contract.getPublishPlan, async ({ params: { id } }, { db, actor }) =>
      ok('Plan', { plan: await readPlan(db, { accountId: actor.id, id }) }),
    ),
    route(contract.listPublishPlanItems, async ({ params: { id }, query }, { db, actor }) =>
      ok('Products of the plan', await readPlanItems(db, { ...query, accountId: actor.id, id })),
    ),
    route(contract.applyPublishPlan, async ({ params: { id } }, call) =>
      ok('Publishing has started.', {
        plan: await applyPlan(call.db, deps, { source: toAuditSource(call), id }),
      }),
    ),
    route(contract.cancelPublishPlan, async ({ params: { id } }, call) =>
      ok('The plan is stopped.', { plan: await cancelPlan(call.db, { source: toAuditSource(call), id }) }),
    ),
    route(contract.undoPublishPlan, async ({ params: { id } }, call) =>
      ok(
        'The fields are being set back.',
        await undoPlan(call.db, deps, { source: toAuditSource(call), id }),
      ),
    ),
  ]
}
