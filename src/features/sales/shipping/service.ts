export { isPostcode, normalisePhone } from './addresses/address.ts'
export { readAddresses, rememberAddress } from './addresses/address-book.ts'
export { deleteAddresses } from './addresses/address-queries.ts'
export { findCountry } from './countries.ts'
export { needsCustoms, classifyTariffNumber } from './customs/customs.ts'
export { type Measures, packLabelParcel } from './customs/parcel.ts'
export type { RateSource } from './port.ts'
export { readServedCountries } from './served-countries/served-countries.ts'
export type { QuotedRate } from './queries.ts'
export { quoteVendorShipments, type VendorShipment } from './rates/vendor-shipments.ts'
export {
  openRates,
  rateShipments,
  refuseGenericRates,
  type ShipmentContents,
  type ShipmentRate,
} from './rates/selected-rates.ts'
export { badPostcode, countryNotServed } from './refusals.ts'
export { getRequiredAddressFields } from './rules.ts'
export { findReturnAddress } from './warehouse-addresses/manage-addresses.ts'
export { findReturnPolicy, findWarehouseByName } from './warehouse-addresses/warehouse-address-queries.ts'
