import {
  COMPANY_FIELDS,
  type CompanyFieldName,
  type CompanyFields,
  toCompany,
  toCompanyFields,
} from '#core/company/company-fields.ts'
import { type Company, EXAMPLE_COMPANY } from '#core/company/company.ts'
import type { Queryable } from '#database/database.ts'
import { readShopLogo } from '../logo/shop-logo.ts'
import { readSetting, type Setting } from '../values/setting-values.ts'

/** Returns the current company of the shop. */
export type ReadCompany = (db: Queryable) => Promise<Company>

/**
 * Returns a function that reads the company; `fallback`, from the environment, applies until another one is saved by
 * screen.
 */
export function createCompanyReader(fallback: Company): ReadCompany {
  const setting = createCompanySetting(fallback)
  return async (db) => {
    const company = toCompany(await readSetting(db, setting))
    const logo = await readShopLogo(db)
    return logo ? { ...company, logo } : company
  }
}

/** Returns the name of the shop, which is the default until another one is saved by screen. */
export async function readShopName(db: Queryable): Promise<string> {
  return (await readSetting(db, createCompanySetting(EXAMPLE_COMPANY))).shopName
}

/** Returns the setting of the company. */
export function createCompanySetting(fallback: Company): Setting<CompanyFields> {
  const first = toCompanyFields(fallback)
  return {
    name: 'company',
    action: 'Changed the company',
    // Only the call stores it, after validation; fields added in later releases come from the environment.
    parse: (stored) => ({ ...first, ...(stored as Partial<CompanyFields> | undefined) }),
    toAuditValues: (fields) => ({ ...fields }),
    describe: (before, after) =>
      FIELD_NAMES.filter((name) => before[name] !== after[name]).map(
        (name) => `${COMPANY_FIELDS[name]}: ${before[name] || 'empty'} → ${after[name] || 'empty'}`,
      ),
  }
}

// The keys of the object above.
const FIELD_NAMES = Object.keys(COMPANY_FIELDS) as CompanyFieldName[]
