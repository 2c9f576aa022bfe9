import {
  COMPANY_FIELDS,
  type CompanyFieldName,
  type CompanyFields,
  toCompany,
  toCompanyFields,
} from '#core/company-fields.ts'
import { type Company, EXAMPLE_COMPANY } from '#core/company.ts'
import type { Queryable } from '#database/database.ts'
import { readShopLogo } from '../logo/shop-logo.ts'
import { readSetting, type Setting } from '../values/setting-values.ts'

/** Returns the company that runs the shop, as it is set now. */
export type ReadCompany = (db: Queryable) => Promise<Company>

/**
 * Returns a function that reads the company; `fallback` is that of the environment, until another one is saved by
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

/** Returns the name of the shop, which has its first name until another one is saved by screen. */
export async function readShopName(db: Queryable): Promise<string> {
  return (await readSetting(db, createCompanySetting(EXAMPLE_COMPANY))).shopName
}

/** Returns the setting of the company. */
export function createCompanySetting(fallback: Company): Setting<CompanyFields> {
  const first = toCompanyFields(fallback)
  return {
    name: 'company',
    action: 'Changed the company',
    // Stored by the call alone, which has checked it; fields that are newer than the version are those of the environment.
    parse: (stored) => ({ ...first, ...(stored as Partial<CompanyFields> | undefined) }),
    toAuditValues: (fields) => ({ ...fields }),
    describe: (before, after) =>
      FIELD_NAMES.filter((name) => before[name] !== after[name]).map(
        (name) => `${COMPANY_FIELDS[name]}: ${before[name] || 'empty'} → ${after[name] || 'empty'}`,
      ),
  }
}

// Names of the object above.
const FIELD_NAMES = Object.keys(COMPANY_FIELDS) as CompanyFieldName[]
