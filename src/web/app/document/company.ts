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
  if (typeof document === 'undefined') return EXAMPLE_COMPANY
  const json = document.querySelector<HTMLMetaElement>('meta[name="shop-settings"]')?.dataset['company']
  // Written by our own server.
  return (read ??= json === undefined ? EXAMPLE_COMPANY : (JSON.parse(json) as Company))
}
