import { createContext, useContext } from 'react'
import { type Company, EXAMPLE_COMPANY } from '#core/company/company.ts'

/** The company that runs the shop, while the server renders a page; browsers read it from the document. */
export const CompanyContext = /* @__PURE__ */ createContext<Company | undefined>(undefined)

/** Returns the company that runs the shop. */
export const useCompany: () => Company =
  // Browsers have no such context, which saves its code.
  (import.meta.env?.SSR ?? true) ? () => useContext(CompanyContext) ?? readCompany() : readCompany

let read: Company | undefined

/** Returns the company that runs the shop, from the document. */
export function readCompany(): Company {
  // Vite replaces the value, so that browsers, which have the document, do not load the example.
  if (import.meta.env?.SSR ?? true) return EXAMPLE_COMPANY
  // Our own server writes it into every document.
  return (read ??= JSON.parse(
    document.querySelector<HTMLMetaElement>('meta[name="shop-settings"]')?.dataset['company'] ?? '{}',
  ) as Company)
}
