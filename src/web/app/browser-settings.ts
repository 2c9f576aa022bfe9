import type { AnnouncementData } from '#features/catalogue/promotions/contract.ts'
import type { CategoryName } from '#features/catalogue/catalog/contract.ts'
import type { Company } from '#core/company/company.ts'

/**
 * The operator's settings that browsers need. They are in the head of every page, the same for all visitors, so that
 * pages can be cached; unset ones are omitted.
 */
export type BrowserSettings = Readonly<{
  /** The parent domain that the session's cookies are shared with (CONST-03). */
  cookieDomain?: string | undefined
  /** The URL of the dashboard of signed-in users, if it is not this shop's own (PROD-13). */
  dashboardUrl?: string | undefined
  /** Whether users can sign in by a provider, whose scripts only the sign-in pages' documents allow. */
  hasProviders?: boolean
  /** Whether carriers set the shipping prices, instead of the built-in rules. */
  hasCarrierRates?: boolean
  /** The company that runs the shop; by default the demo's. */
  company?: Company
  /** The categories in display order, each with its name; by default the built-in ones. */
  categories?: readonly (readonly [category: CategoryName, label: string])[] | undefined
  /** The announcements to everyone; only the server has them, and writes them into the page. */
  announcements?: readonly AnnouncementData[]
}>

/** The settings on the server, which has no document to read them from. */
let serverSettings: BrowserSettings = {}

/** Sets the result of `readSettings` on the server, so that it renders what browsers will render. */
export function setServerSettings(settings: BrowserSettings): void {
  serverSettings = settings
}

/** Returns the tag with the browser's settings; empty without any. */
export function settingsTag(settings: BrowserSettings): string {
  const { cookieDomain, dashboardUrl, hasProviders, hasCarrierRates, company, categories } = settings
  const companyJson = company && JSON.stringify(company)
  const attributes = [
    ...(cookieDomain === undefined ? [] : [` data-cookie-domain="${quoted(cookieDomain)}"`]),
    ...(dashboardUrl === undefined ? [] : [` data-dashboard-url="${quoted(dashboardUrl)}"`]),
    ...(hasProviders ? [' data-has-providers'] : []),
    ...(hasCarrierRates ? [' data-has-carrier-rates'] : []),
    // The example's too, because browsers have no other copy of it.
    ...(companyJson ? [` data-company="${quoted(companyJson)}"`] : []),
    ...(categories ? [` data-categories="${quoted(JSON.stringify(categories))}"`] : []),
  ].join('')
  return attributes && `<meta name="shop-settings"${attributes}>`
}

/** Returns the settings from the page in the browser, or as set on the server. */
export function readSettings(): BrowserSettings {
  if (typeof document === 'undefined') return serverSettings
  const tag = document.querySelector<HTMLMetaElement>('meta[name="shop-settings"]')
  const { cookieDomain, dashboardUrl, hasProviders, hasCarrierRates, categories } = tag?.dataset ?? {}
  return {
    // Our own server writes it into every document.
    categories: categories ? (JSON.parse(categories) as BrowserSettings['categories']) : undefined,
    cookieDomain,
    dashboardUrl,
    hasProviders: hasProviders !== undefined,
    hasCarrierRates: hasCarrierRates !== undefined,
  }
}

function quoted(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
