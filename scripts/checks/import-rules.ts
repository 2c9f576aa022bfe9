import type { IConfiguration } from 'dependency-cruiser'

type ForbiddenRule = NonNullable<IConfiguration['forbidden']>[number]

/** The features of the shop in their order: a feature may use those before it, never those after it. */
export const FEATURES = [
  'identity/legal',
  'identity/accounts',
  'identity/audit',
  'identity/settings',
  'messaging/notifications',
  'messaging/contact',
  'catalogue/suppliers',
  'catalogue/promotions',
  'identity/teams',
  'identity/operators',
  'identity/api-keys',
  'identity/webhooks',
  'catalogue/catalog',
  'catalogue/wishlist',
  'sales/shipping',
  'money/payments',
  'money/ledger',
  'money/commissions',
  'sales/orders',
  'money/refunds',
  'money/documents',
  'sales/checkout',
  'money/payouts',
  'money/wallets',
  'money/reconciliation',
  'sales/cases',
  'catalogue/reviews',
  'stores/pricing',
  'stores/connections',
  'stores/listings',
  'stores/shop-orders',
  'stores/practice',
  'stores/supplier-stores',
  'messaging/chat',
  'stores/onboarding',
  'operator/overview',
  'operator/effects',
  'operator/failed-jobs',
  'operator/guests',
  'operator/bulk',
] as const

/** A feature's folder: its area and its name. */
const FEATURE = '^src/features/([^/]+/[^/]+)/'

/**
 * A file of a feature by its role, at any depth, such as `queries.ts`, `label-queries.ts` or queries in a folder.
 */
const matchRoles = (roles: string): string => `[a-z0-9/-]*\\b(${roles})\\.ts$`

/** The server's files that the web may import as types: the contracts and their vocabulary. */
const CONTRACTS = `^src/(features/[^/]+/[^/]+/${matchRoles('contract')}|platform/http/calls/endpoint\\.ts$)`

/** The files of `src/` that each layer may import, as patterns; `main` and the tests may import everything. */
export const LAYERS = [
  { floor: 'core', mayImport: ['^src/core/'] },
  { floor: 'database', mayImport: ['^src/database/', '^src/core/'] },
  { floor: 'platform', mayImport: ['^src/platform/', '^src/(core|database)/'] },
  ...FEATURES.map((feature, index) => ({
    floor: `features/${feature}`,
    mayImport: [
      `^src/features/${feature}/`,
      '^src/(core|database|platform)/',
      ...getPublicFiles(FEATURES.slice(0, index)),
    ],
  })),
  // The database as well: the sandboxes simulate other servers, with those servers' data.
  {
    floor: 'connectors',
    mayImport: ['^src/(core|database|platform)/', '^src/features/[^/]+/[^/]+/port\\.ts$'],
  },
  { floor: 'web', mayImport: ['^src/(web|core)/', CONTRACTS] },
] as const

const TESTS = '\\.test\\.tsx?$'

/** The doors of earlier features: what they can do, what they take and give, and their tables for joins. */
function getPublicFiles(earlierFeatures: readonly string[]): string[] {
  if (earlierFeatures.length === 0) return []
  return [`^src/features/(${earlierFeatures.join('|')})/(service|contract|tables)\\.ts$`]
}

/** Returns every import rule for dependency-cruiser. */
export function importRules(): ForbiddenRule[] {
  return [...LAYERS.map(toLayerRule), ...FEATURE_RULES, ...WEB_RULES, ...PURITY_RULES, ...DEPENDENCY_RULES]
}

function toLayerRule({ floor, mayImport }: (typeof LAYERS)[number]): ForbiddenRule {
  const ownFolder = floor === 'connectors' ? ['^src/connectors/$1/'] : []
  const from = floor === 'connectors' ? '^src/connectors/([^/]+)/' : `^src/${floor}/`
  return {
    name: floor,
    severity: 'error',
    from: { path: from, pathNot: TESTS },
    to: { path: '^src/', pathNot: [...mayImport, ...ownFolder] },
  }
}

/** Within a feature downwards only: routes, jobs → service → queries, rules → tables, contract, port. */
const FEATURE_RULES: ForbiddenRule[] = [
  {
    name: 'feature: what a service is made of does not know it',
    severity: 'error',
    from: { path: `${FEATURE}${matchRoles('queries|rules|tables|contract|shapes|port')}` },
    to: { path: `^src/features/$1/${matchRoles('routes|jobs|service')}` },
  },
  {
    name: 'feature: tables, contract and port stand at the bottom',
    severity: 'error',
    from: { path: `${FEATURE}${matchRoles('tables|contract|shapes|port')}` },
    to: {
      path: '^src/features/$1/',
      pathNot: `^src/features/$1/${matchRoles('tables|contract|shapes|port')}`,
      // A column may be typed by the states that the rules name.
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'feature: nothing below the routes and jobs knows them',
    severity: 'error',
    from: { path: FEATURE, pathNot: [`/${matchRoles('routes|jobs')}`, TESTS] },
    to: { path: `^src/features/$1/${matchRoles('routes|jobs')}` },
  },
]

/** The shared folders of the web; every other one belongs to one audience. */
const SHARED_WEB_FOLDERS = '(?:app|shared|ui|shell|content|styles|console)'

const WEB_RULES: ForbiddenRule[] = [
  {
    name: 'web: types only of a contract',
    severity: 'error',
    from: { path: '^src/web/', pathNot: TESTS },
    to: { path: CONTRACTS, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'web: one audience never uses the pages of another',
    severity: 'error',
    from: { path: `^src/web/(?!${SHARED_WEB_FOLDERS}/)([^/]+)/`, pathNot: TESTS },
    to: { path: `^src/web/(?!${SHARED_WEB_FOLDERS}/)[^/]+/`, pathNot: '^src/web/$1/' },
  },
  {
    name: 'web: the shop loads nothing of the consoles',
    severity: 'error',
    from: {
      path: '^src/web/(?!console/|supplier/|vendor/|operator/)',
      pathNot: ['^src/web/app/router/routes\\.ts$', TESTS],
    },
    to: { path: '^src/web/console/' },
  },
  {
    name: 'web: no schema library in the browser',
    severity: 'error',
    from: { path: '^src/web/', pathNot: TESTS },
    to: { path: 'node_modules/(zod|@hono)/', dependencyTypesNot: ['type-only'] },
  },
]

const PURITY_RULES: ForbiddenRule[] = [
  {
    name: 'core: runs in the browser too, so nothing but itself',
    severity: 'error',
    from: { path: '^src/core/', pathNot: TESTS },
    to: { pathNot: '^src/' },
  },
  {
    name: 'rules: values in, values out; no database',
    severity: 'error',
    from: { path: `${FEATURE}${matchRoles('rules')}` },
    to: {
      path: ['^src/database/', 'node_modules/(drizzle-orm|pg|pg-boss)/'],
      dependencyTypesNot: ['type-only'],
    },
  },
]

const DEPENDENCY_RULES: ForbiddenRule[] = [
  {
    // Lazy imports and type imports cause no cycle while the program starts.
    name: 'no import in a circle',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import', 'type-only'] } },
  },
  { name: 'every import leads somewhere', severity: 'error', from: {}, to: { couldNotResolve: true } },
  {
    name: 'tests are imported by tests only',
    severity: 'error',
    from: { path: '^src/', pathNot: TESTS },
    to: { path: ['^tests/', TESTS] },
  },
]
