import { createContext, useContext } from 'react'
import { type Company, EXAMPLE_COMPANY } from '#core/company.ts'

/** Who runs the shop, where the server renders a page; browsers read it from the document. */
export const CompanyContext = createContext<Company | undefined>(undefined)

/** Returns who runs the shop. */
export function useCompany(): Company {
  return useContext(CompanyContext) ?? readCompany()
}

let read: Company | undefined

function readCompany(): Company {
  // Vite puts the value in its place: browsers, which have the document, do without the example.
  if (import.meta.env?.SSR ?? true) return EXAMPLE_COMPANY
  const json = document.querySelector<HTMLMetaElement>('meta[name="shop-settings"]')?.dataset['company']
  // Written by our own server into every document.
  return (read ??= JSON.parse(json ?? '{}') as Company)
}
