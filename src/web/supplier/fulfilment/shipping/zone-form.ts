import { formatDecimal } from '#core/money.ts'
import { parseTypedCents } from '#web/shared/forms/typed-numbers.ts'
import {
  type ShippingZone,
  ZONE_SERVICES,
  type ZoneService,
  type ZoneServiceName,
} from '#core/shipping/warehouse-rules.ts'

/** A typed fee; `key` identifies its row. */
export type BandForm = Readonly<{ key: number; overGrams: string; amount: string }>

/** A typed service of a zone. */
export type ServiceForm = Readonly<{
  service: ZoneServiceName
  isOffered: boolean
  minDays: string
  maxDays: string
  freeFrom: string
  bands: readonly BandForm[]
}>

/** A typed zone. */
export type ZoneForm = Readonly<{
  name: string
  isRest: boolean
  countries: readonly string[]
  services: readonly ServiceForm[]
}>

/** Returns the form of a zone; without a zone, of a new one. */
export function toZoneForm(zone: ShippingZone | undefined): ZoneForm {
  return {
    name: zone?.name ?? '',
    isRest: zone?.isRest ?? false,
    countries: zone?.countries ?? [],
    services: ZONE_SERVICES.map((service) =>
      toServiceForm(
        service,
        zone?.services.find((one) => one.service === service),
      ),
    ),
  }
}

function toServiceForm(service: ZoneServiceName, stored: ZoneService | undefined): ServiceForm {
  return {
    service,
    isOffered: stored !== undefined,
    minDays: stored ? String(stored.minDays) : '',
    maxDays: stored ? String(stored.maxDays) : '',
    freeFrom: stored && stored.freeFromCents !== null ? formatAmount(stored.freeFromCents) : '',
    bands: (stored?.bands ?? [{ overGrams: 0, amountCents: null }]).map(
      ({ overGrams, amountCents }, key) => ({
        key,
        overGrams: String(overGrams),
        amount: amountCents === null ? '' : formatAmount(amountCents),
      }),
    ),
  }
}

function formatAmount(cents: number): string {
  return formatDecimal(cents, 'USD')
}

/** The errors of a typed zone, by field: `name`, `Standard.days`, `Standard.freeFrom` or `Standard.bands`. */
export type ZoneErrors = Readonly<Record<string, string>>

/** Returns the zone to store, or the errors of the form by field. */
export function readZoneForm(form: ZoneForm): { zone: ShippingZone } | { errors: ZoneErrors } {
  const offered = form.services.filter(({ isOffered }) => isOffered)
  const errors = {
    ...(form.name.trim() === '' ? { name: 'Enter a name.' } : {}),
    ...(offered.length === 0 ? { services: 'Offer at least one service.' } : {}),
    ...Object.assign({}, ...offered.map(findServiceErrors)),
  }
  if (Object.keys(errors).length > 0) return { errors }
  return {
    zone: {
      name: form.name.trim(),
      isRest: form.isRest,
      countries: form.isRest ? [] : form.countries,
      services: offered.map(toService),
    },
  }
}

function findServiceErrors({ service, minDays, maxDays, freeFrom, bands }: ServiceForm): ZoneErrors {
  const days = [minDays, maxDays].map(readWhole)
  const areDays = days.every((one) => one !== undefined && one >= 1 && one <= 90)
  const areBands = bands.every(
    ({ overGrams, amount }) => readWhole(overGrams) !== undefined && readAmount(amount) !== undefined,
  )
  const isFreeFrom = freeFrom.trim() === '' || (readAmount(freeFrom) ?? 0) > 0
  return {
    ...(areDays ? {} : { [`${service}.days`]: 'Enter whole days from 1 to 90.' }),
    ...(areBands
      ? {}
      : { [`${service}.bands`]: 'Enter each weight in whole grams and each fee such as 4.50.' }),
    ...(isFreeFrom ? {} : { [`${service}.freeFrom`]: 'Enter an amount such as 50, or leave it blank.' }),
  }
}

function toService({ service, minDays, maxDays, freeFrom, bands }: ServiceForm): ZoneService {
  return {
    service,
    minDays: readWhole(minDays) ?? 0,
    maxDays: readWhole(maxDays) ?? 0,
    freeFromCents: freeFrom.trim() === '' ? null : (readAmount(freeFrom) ?? null),
    bands: bands.map(({ overGrams, amount }) => ({
      overGrams: readWhole(overGrams) ?? 0,
      amountCents: readAmount(amount) ?? 0,
    })),
  }
}

function readAmount(typed: string): number | undefined {
  return parseTypedCents(typed)
}

function readWhole(typed: string): number | undefined {
  return /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : undefined
}
