import { createContext, useContext } from 'react'
import { type Company, EXAMPLE_COMPANY } from '#core/company.ts'

/** The company that runs the shop, where the server renders a page; browsers read it from the document. */
export const CompanyContext = /* @__PURE__ */ createContext<Company | undefined>(undefined)

/** Returns who runs the shop. */
export const useCompany: () => Company =
  // Browsers have no context of it: they do without the code.
  (import.meta.env?.SSR ?? true) ? () => useContext(CompanyContext) ?? readCompany() : readCompany

let read: Company | undefined

/** Returns the company that runs the shop, from the document. */
export function readCompany(): Company {
  // Vite puts the value in its place: browsers, which have the document, do without the example.
  if (import.meta.env?.SSR ?? true) return EXAMPLE_COMPANY
  // Written by our own server into every document.
  return (read ??= JSON.parse(
    document.querySelector<HTMLMetaElement>('meta[name="shop-settings"]')?.dataset['company'] ?? '{}',
  ) as Company)
}
