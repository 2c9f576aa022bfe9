import { createContext, useContext } from 'react'
import { type Company, EXAMPLE_COMPANY } from '#core/company.ts'

/** Who runs the shop, for every component; set once where the application starts. */
export const CompanyContext = createContext<Company>(EXAMPLE_COMPANY)

/** Returns who runs the shop. */
export function useCompany(): Company {
  return useContext(CompanyContext)
}
