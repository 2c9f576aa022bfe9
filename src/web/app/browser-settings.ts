import type { AnnouncementData } from '#features/catalogue/promotions/contract.ts'
import type { CategoryName } from '#features/catalogue/catalog/contract.ts'
import type { Company } from '#core/company.ts'

/**
 * The operator's settings that browsers need. They are in the head of every page, the same for everybody, so that
 * pages can be cached; unset ones are left out.
 */
export type BrowserSettings = Readonly<{
  /** The parent domain that the session's cookies are shared with (CONST-03). */
  cookieDomain?: string | undefined
  /** Where the dashboard of signed-in people is, when it is not this shop's own (PROD-13). */
  dashboardUrl?: string | undefined
  /** Whether people may sign in by a provider, whose scripts only documents of entry let in. */
  hasProviders?: boolean
  /** Whether carriers say what shipping costs, in place of the built-in rules. */
  hasCarrierRates?: boolean
  /** Who runs the shop; the demo's company where nothing is said. */
  company?: Company
  /** The categories in the shop's order, each with its name; the built-in ones where nothing is said. */
  categories?: readonly (readonly [category: CategoryName, label: string])[] | undefined
  /** What operators announce to everybody; only the server has it, which writes it into the page. */
  announcements?: readonly AnnouncementData[]
}>

/** The settings on the server, which has no document to read them from. */
let serverSettings: BrowserSettings = {}

/** Sets what `readSettings` answers on the server, so that it draws what browsers will. */
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
    // The example's too: browsers get no other copy of it.
    ...(companyJson ? [` data-company="${quoted(companyJson)}"`] : []),
    ...(categories ? [` data-categories="${quoted(JSON.stringify(categories))}"`] : []),
  ].join('')
  return attributes && `<meta name="shop-settings"${attributes}>`
}

/** Returns the settings from the browser's page, as set on the server. */
export function readSettings(): BrowserSettings {
  if (typeof document === 'undefined') return serverSettings
  const tag = document.querySelector<HTMLMetaElement>('meta[name="shop-settings"]')
  const { cookieDomain, dashboardUrl, hasProviders, hasCarrierRates, categories } = tag?.dataset ?? {}
  return {
    // Written by our own server into every document.
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
