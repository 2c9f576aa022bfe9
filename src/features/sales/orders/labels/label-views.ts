import { toDecimal } from '#core/money.ts'
import { type CarrierName, carrierTitle } from '#core/shipping/carriers.ts'
import type { LabelQuoteData, ParcelLabelData } from './contract.ts'
import { type CustomsLine, getExportPrice } from './planning/declare-customs.ts'
import type { Label } from './label-queries.ts'
import type { LabelQuote } from './planning/quote-label.ts'
import { findFastest, sortRates } from './planning/rate-rules.ts'

/**
 * Returns the key of a label's printable file. It is null for a refunded label, which would be billed when it is
 * scanned.
 */
export function getPrintableFileKey({ state, fileKey }: Label): string | null {
  return state === 'bought' || state === 'used' ? fileKey : null
}

/** Returns a label as its supplier sees it. */
export function toLabelView(
  label: Label,
  orderId: string,
  { isRefundable = false }: Readonly<{ isRefundable?: boolean }> = {},
): ParcelLabelData {
  const { publicId, state, carrier, carrierService, trackingNumber, amount, currency } = label
  return {
    id: publicId,
    state,
    carrier,
    title: carrier && toCarrierTitle(carrier),
    service: carrierService,
    trackingNumber,
    cost: amount === null ? null : toDecimal(amount, currency ?? undefined),
    currency,
    file: getPrintableFileKey(label) && `/supplier/orders/${orderId}/labels/${publicId}/file`,
    failure: label.failure,
    isRefundable,
    refundRequestedAt: label.refundRequestedAt?.toISOString() ?? null,
    requestedAt: label.createdAt.toISOString(),
  }
}

/** Returns a label's quote as its supplier sees it. */
export function toLabelQuoteView(quote: LabelQuote): LabelQuoteData {
  const { context, plan, missing, selected, problem } = quote
  const { order, purchase } = context
  const { number, firstName, lastName, city, country } = purchase
  return {
    number,
    recipient: { name: `${firstName} ${lastName}`.trim(), city, country },
    parcel: plan.measures,
    unweighed: plan.unweighed.map(({ line, grams }) => ({
      line: quote.lines.indexOf(line) + 1,
      title: line.title,
      grams,
    })),
    units: plan.units.map(({ lineId, quantity }) => ({
      line: quote.lines.findIndex(({ id }) => id === lineId) + 1,
      quantity,
    })),
    warehouse: plan.warehouse,
    sender: plan.sender,
    paid: {
      service: order.shippingService,
      minDays: order.shippingMinDays,
      maxDays: order.shippingDays,
      amount: toDecimal(order.shippingAmount, order.currency),
    },
    customs: plan.customs && plan.customs.map(toCustomsView),
    missing: [...missing],
    rates: toRateViews(quote),
    selected: selected?.service ?? null,
    problem: problem ?? null,
  }
}

function toCarrierTitle(carrier: CarrierName): string {
  return carrier === 'other' ? '' : carrierTitle(carrier)
}

function toRateViews({ rates }: LabelQuote): LabelQuoteData['rates'] {
  const sorted = sortRates(rates)
  const fastest = findFastest(rates)
  return sorted.map((rate, index) => ({
    service: rate.service,
    carrier: toCarrierTitle(rate.carrier),
    currency: rate.currency,
    amount: toDecimal(rate.amount, rate.currency),
    minorAmount: rate.amount,
    days: rate.days,
    isCheapest: index === 0,
    isFastest: rate === fastest,
  }))
}

function toCustomsView(customs: CustomsLine): NonNullable<LabelQuoteData['customs']>[number] {
  const { line, lineNumber, quantity, description, amount } = customs
  return {
    line: lineNumber,
    title: line.title,
    quantity,
    description,
    valueCents: amount,
    priceCents: getExportPrice(line),
    originCountry: customs.originCountry ?? null,
    originSource: customs.originSource ?? null,
    tariffNumber: customs.tariffNumber ?? null,
    tariffSource: customs.tariffSource ?? null,
  }
}
