import type { CarrierName } from '#core/shipping/carriers.ts'

/** EasyPost's carrier names, in lower case without spaces, with ours. */
const CARRIER_BY_EASYPOST_NAME: Readonly<Record<string, CarrierName>> = {
  usps: 'usps',
  ups: 'ups',
  upsdap: 'ups',
  upssurepost: 'ups',
  fedex: 'fedex',
  fedexdefault: 'fedex',
  dhlexpress: 'dhl',
  dhlexpressdefault: 'dhl',
  dhlecs: 'dhl',
  singpost: 'singpost',
  singaporepost: 'singpost',
  royalmail: 'royal_mail',
  aramex: 'aramex',
  sfexpress: 'sf_express',
  ninjavan: 'ninja_van',
  ninjavanv2: 'ninja_van',
}

const EASYPOST_NAMES: Readonly<Partial<Record<CarrierName, string>>> = {
  usps: 'USPS',
  ups: 'UPS',
  fedex: 'FedEx',
  dhl: 'DHLExpress',
  singpost: 'SingPost',
  royal_mail: 'RoyalMail',
  aramex: 'Aramex',
  sf_express: 'SFExpress',
  ninja_van: 'NinjaVan',
}

/** Returns our name of an EasyPost carrier; `other` for unknown ones. */
export function toCarrierName(name: string): CarrierName {
  return CARRIER_BY_EASYPOST_NAME[name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase()] ?? 'other'
}

/** Returns EasyPost's name of a carrier; undefined when EasyPost must detect it by the tracking number. */
export function toEasyPostCarrier(carrier: CarrierName): string | undefined {
  return EASYPOST_NAMES[carrier]
}
