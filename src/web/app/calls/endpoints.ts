import type * as accounts from '#features/identity/accounts/contract.ts'
import type * as savedViews from '#features/identity/accounts/saved-views/contract.ts'
import type * as passkeys from '#features/identity/accounts/passkeys/contract.ts'
import type * as secondFactor from '#features/identity/accounts/second-factor/contract.ts'
import type * as social from '#features/identity/accounts/social/contract.ts'
import type * as operators from '#features/identity/operators/contract.ts'
import type * as operatorSetup from '#features/identity/operators/setup/contract.ts'
import type * as operatorFigures from '#features/operator/overview/figures/contract.ts'
import type * as operatorSearch from '#features/operator/overview/search/contract.ts'
import type * as vendorSuspension from '#features/stores/shop-orders/settings/suspension/contract.ts'
import type * as promotions from '#features/catalogue/promotions/contract.ts'
import type * as operatorVendors from '#features/operator/overview/vendors/contract.ts'
import type * as operatorAccounts from '#features/operator/overview/accounts/contract.ts'
import type * as settings from '#features/identity/settings/contract.ts'
import type * as companySettings from '#features/identity/settings/company/contract.ts'
import type * as logoSettings from '#features/identity/settings/logo/contract.ts'
import type * as legalTexts from '#features/identity/settings/legal-texts/contract.ts'
import type * as apiKeys from '#features/identity/api-keys/contract.ts'
import type * as webhooks from '#features/identity/webhooks/contract.ts'
import type * as teams from '#features/identity/teams/contract.ts'
import type * as accountViews from '#features/identity/teams/views/contract.ts'
import type * as terms from '#features/identity/accounts/terms/contract.ts'
import type * as cases from '#features/sales/cases/contract.ts'
import type * as caseReturns from '#features/sales/cases/returns/contract.ts'
import type * as caseDecisions from '#features/sales/cases/actions/decision-contract.ts'
import type * as catalog from '#features/catalogue/catalog/contract.ts'
import type * as productDuplicates from '#features/catalogue/catalog/management/duplicates/contract.ts'
import type * as productImports from '#features/catalogue/catalog/imports/contract.ts'
import type * as supplierStores from '#features/stores/supplier-stores/contract.ts'
import type * as onboarding from '#features/stores/onboarding/contract.ts'
import type * as productEditor from '#features/catalogue/catalog/management/authoring/editor-contract.ts'
import type * as ownProducts from '#features/catalogue/catalog/management/authoring/own-contract.ts'
import type * as productEdits from '#features/catalogue/catalog/management/product-edits/contract.ts'
import type * as productList from '#features/catalogue/catalog/management/product-list/contract.ts'
import type * as priceLists from '#features/catalogue/catalog/management/price-lists/contract.ts'
import type * as chat from '#features/messaging/chat/contract.ts'
import type * as chatModeration from '#features/messaging/chat/moderation/contract.ts'
import type * as categories from '#features/catalogue/catalog/categories/contract.ts'
import type * as productModeration from '#features/catalogue/catalog/management/moderation/contract.ts'
import type * as contactInbox from '#features/messaging/contact/inbox/contract.ts'
import type * as contact from '#features/messaging/contact/contract.ts'
import type * as checkout from '#features/sales/checkout/contract.ts'
import type * as legal from '#features/identity/legal/contract.ts'
import type * as notifications from '#features/messaging/notifications/contract.ts'
import type * as orders from '#features/sales/orders/contract.ts'
import type * as reviewModeration from '#features/catalogue/reviews/moderation/contract.ts'
import type * as reviews from '#features/catalogue/reviews/contract.ts'
import type * as paymentSettings from '#features/sales/checkout/payment-settings/contract.ts'
import type * as servedCountries from '#features/sales/shipping/served-countries/contract.ts'
import type * as shipping from '#features/sales/shipping/contract.ts'
import type * as warehouseAddresses from '#features/sales/shipping/warehouse-addresses/contract.ts'
import type * as warehouses from '#features/sales/shipping/warehouses/contract.ts'
import type * as warehouseRules from '#features/sales/shipping/warehouse-rules/contract.ts'
import type * as stores from '#features/stores/connections/contract.ts'
import type * as practice from '#features/stores/practice/contract.ts'
import type * as listings from '#features/stores/listings/contract.ts'
import type * as costAlerts from '#features/stores/listings/cost-alerts/contract.ts'
import type * as listingRepairs from '#features/stores/listings/repairs/contract.ts'
import type * as productLists from '#features/stores/listings/lists/contract.ts'
import type * as listingCosts from '#features/stores/listings/costs/contract.ts'
import type * as pricing from '#features/stores/pricing/contract.ts'
import type * as shopOrders from '#features/stores/shop-orders/contract.ts'
import type * as manualOrders from '#features/stores/shop-orders/intake/manual/contract.ts'
import type * as vendorFigures from '#features/stores/shop-orders/figures/contract.ts'
import type * as forwarding from '#features/stores/shop-orders/forwarding/contract.ts'
import type * as privacyRequests from '#features/stores/shop-orders/stores/privacy/contract.ts'
import type * as vendorStores from '#features/stores/shop-orders/stores/contract.ts'
import type * as parcelBrand from '#features/stores/shop-orders/settings/branding/contract.ts'
import type * as forwardingSettings from '#features/stores/shop-orders/settings/contract.ts'
import type * as wallets from '#features/money/wallets/contract.ts'
import type * as storeActivity from '#features/catalogue/suppliers/activity/contract.ts'
import type * as storeHandling from '#features/catalogue/suppliers/handling/contract.ts'
import type * as verificationDocuments from '#features/catalogue/suppliers/verification/documents/contract.ts'
import type * as storeVerification from '#features/catalogue/suppliers/verification/contract.ts'
import type * as suppliers from '#features/catalogue/suppliers/contract.ts'
import type * as wishlist from '#features/catalogue/wishlist/contract.ts'
import type * as labels from '#features/sales/orders/labels/contract.ts'
import type * as labelBatches from '#features/sales/orders/labels/batches/contract.ts'
import type * as orderChanges from '#features/sales/orders/changes/contract.ts'
import type * as operatorBulk from '#features/operator/bulk/contract.ts'
import type * as newsletters from '#features/messaging/contact/newsletter/composed/contract.ts'
import type * as emailTexts from '#features/messaging/notifications/texts/contract.ts'
import type * as orderDeadlines from '#features/sales/orders/timers/deadlines/contract.ts'
import type * as orderPacking from '#features/sales/orders/packing/contract.ts'
import type * as orderBatch from '#features/sales/orders/batch/contract.ts'
import type * as orderReliability from '#features/sales/orders/statistics/reliability/contract.ts'
import type * as orderStatistics from '#features/sales/orders/statistics/contract.ts'
import type * as orderList from '#features/sales/orders/views/order-list/contract.ts'
import type * as collection from '#features/sales/orders/parcels/collection-contract.ts'
import type * as commissions from '#features/money/commissions/contract.ts'
import type * as payoutDocuments from '#features/money/payouts/documents/contract.ts'
import type * as payouts from '#features/money/payouts/contract.ts'
import type * as refunds from '#features/money/refunds/contract.ts'
import type * as ledger from '#features/money/ledger/contract.ts'
import type * as operatorEffects from '#features/operator/effects/contract.ts'
import type * as failedJobs from '#features/operator/failed-jobs/contract.ts'
import type * as guests from '#features/operator/guests/contract.ts'
import type * as operatorOverview from '#features/operator/overview/contract.ts'
import type * as payoutStops from '#features/money/payouts/stops/contract.ts'
import type * as carrierPayments from '#features/money/reconciliation/carriers/contract.ts'
import type * as providerFees from '#features/money/reconciliation/fees/contract.ts'
import type * as reconciliation from '#features/money/reconciliation/contract.ts'
import type * as storeStatus from '#features/catalogue/suppliers/status/contract.ts'
import type * as documents from '#features/money/documents/contract.ts'
import type { EndpointResponse, EndpointInput, EndpointSpec } from '#platform/http/calls/endpoint.ts'

type SpecsIn<Contract> = Extract<Contract[keyof Contract], EndpointSpec>

type Spec =
  | SpecsIn<typeof accounts>
  | SpecsIn<typeof savedViews>
  | SpecsIn<typeof labels>
  | SpecsIn<typeof labelBatches>
  | SpecsIn<typeof orderChanges>
  | SpecsIn<typeof emailTexts>
  | SpecsIn<typeof providerFees>
  | SpecsIn<typeof newsletters>
  | SpecsIn<typeof operatorBulk>
  | SpecsIn<typeof orderDeadlines>
  | SpecsIn<typeof orderPacking>
  | SpecsIn<typeof orderBatch>
  | SpecsIn<typeof orderList>
  | SpecsIn<typeof orderReliability>
  | SpecsIn<typeof orderStatistics>
  | SpecsIn<typeof collection>
  | SpecsIn<typeof commissions>
  | SpecsIn<typeof payouts>
  | SpecsIn<typeof payoutDocuments>
  | SpecsIn<typeof practice>
  | SpecsIn<typeof shopOrders>
  | SpecsIn<typeof vendorFigures>
  | SpecsIn<typeof forwarding>
  | SpecsIn<typeof privacyRequests>
  | SpecsIn<typeof vendorStores>
  | SpecsIn<typeof manualOrders>
  | SpecsIn<typeof parcelBrand>
  | SpecsIn<typeof forwardingSettings>
  | SpecsIn<typeof wallets>
  | SpecsIn<typeof listings>
  | SpecsIn<typeof listingRepairs>
  | SpecsIn<typeof costAlerts>
  | SpecsIn<typeof productLists>
  | SpecsIn<typeof listingCosts>
  | SpecsIn<typeof pricing>
  | SpecsIn<typeof refunds>
  | SpecsIn<typeof documents>
  | SpecsIn<typeof ledger>
  | SpecsIn<typeof operatorEffects>
  | SpecsIn<typeof failedJobs>
  | SpecsIn<typeof guests>
  | SpecsIn<typeof operatorOverview>
  | SpecsIn<typeof payoutStops>
  | SpecsIn<typeof reconciliation & typeof carrierPayments>
  | SpecsIn<typeof storeStatus>
  | SpecsIn<typeof caseDecisions>
  | SpecsIn<typeof caseReturns>
  | SpecsIn<typeof cases>
  | SpecsIn<typeof catalog>
  | SpecsIn<typeof chat & typeof chatModeration>
  | SpecsIn<typeof checkout>
  | SpecsIn<typeof contact>
  | SpecsIn<typeof contactInbox>
  | SpecsIn<typeof categories>
  | SpecsIn<typeof productModeration>
  | SpecsIn<typeof legal>
  | SpecsIn<typeof notifications>
  | SpecsIn<typeof supplierStores>
  | SpecsIn<typeof onboarding>
  | SpecsIn<typeof orders>
  | SpecsIn<typeof ownProducts>
  | SpecsIn<typeof productEdits>
  | SpecsIn<typeof productList>
  | SpecsIn<typeof productImports>
  | SpecsIn<typeof productDuplicates>
  | SpecsIn<typeof priceLists>
  | SpecsIn<typeof productEditor>
  | SpecsIn<typeof reviewModeration>
  | SpecsIn<typeof reviews>
  | SpecsIn<typeof shipping>
  | SpecsIn<typeof passkeys>
  | SpecsIn<typeof secondFactor>
  | SpecsIn<typeof operators>
  | SpecsIn<typeof operatorSetup>
  | SpecsIn<typeof settings>
  | SpecsIn<typeof legalTexts>
  | SpecsIn<typeof companySettings>
  | SpecsIn<typeof logoSettings>
  | SpecsIn<typeof paymentSettings>
  | SpecsIn<typeof servedCountries>
  | SpecsIn<typeof accountViews>
  | SpecsIn<typeof operatorAccounts>
  | SpecsIn<typeof operatorVendors>
  | SpecsIn<typeof promotions>
  | SpecsIn<typeof vendorSuspension>
  | SpecsIn<typeof operatorFigures>
  | SpecsIn<typeof operatorSearch>
  | SpecsIn<typeof social>
  | SpecsIn<typeof stores>
  | SpecsIn<typeof storeActivity>
  | SpecsIn<typeof storeHandling & typeof storeVerification & typeof verificationDocuments>
  | SpecsIn<typeof suppliers>
  | SpecsIn<typeof teams>
  | SpecsIn<typeof apiKeys>
  | SpecsIn<typeof webhooks>
  | SpecsIn<typeof terms>
  | SpecsIn<typeof warehouseAddresses>
  | SpecsIn<typeof warehouses>
  | SpecsIn<typeof warehouseRules>
  | SpecsIn<typeof wishlist>

type Specs = { [One in Spec as `${One['method']} ${One['path']}`]: One }

/** Every call of the web, as `METHOD /path/{param}`; derived from the contracts' types, without code at run time. */
export type EndpointKey = keyof Specs

/** The input of a call: the `params`, `query` and `body` of its endpoint. */
export type InputOf<Key extends EndpointKey> = EndpointInput<Specs[Key]>

/** The successful response of a call. */
export type AnswerTo<Key extends EndpointKey> = EndpointResponse<Specs[Key]>
