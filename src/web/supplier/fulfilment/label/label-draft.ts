import type { LabelQuoteData } from '#features/sales/orders/labels/contract.ts'
import type { InputOf } from '#web/app/calls/endpoints.ts'
import { parseTypedCents } from '#web/shared/forms/typed-numbers.ts'
import type { PostalAddress } from '../warehouses/use-warehouses.ts'

/** The request of a label's quote. */
export type QuoteBody = NonNullable<InputOf<'POST /supplier/orders/{id}/label-rates'>['body']>

/** The typed measures of a parcel, in grams and centimetres. */
export type MeasureTexts = Readonly<Record<'weight' | 'length' | 'width' | 'height', string>>

/** The typed customs data of a line. */
export type CustomsTexts = Readonly<
  Record<'description' | 'value' | 'originCountry' | 'tariffNumber', string>
>

/** A supplier's changes of a label; undefined values come from the products and the warehouse. */
export type LabelDraft = Readonly<{
  lines: QuoteBody['lines']
  measures: MeasureTexts | undefined
  sender: PostalAddress | undefined
  /** Customs data by line number. */
  customs: Readonly<Record<number, CustomsTexts>>
}>

/** A draft without changes. */
export const EMPTY_DRAFT: LabelDraft = {
  lines: undefined,
  measures: undefined,
  sender: undefined,
  customs: {},
}

/** Returns the request of a draft; incomplete or invalid values are omitted. */
export function toQuoteBody({ lines, measures, sender, customs }: LabelDraft): QuoteBody {
  const parcel = measures && parseMeasures(measures)
  const declared = Object.entries(customs).map(([line, texts]) => toCustomsLine(Number(line), texts))
  return {
    ...(lines ? { lines: [...lines] } : {}),
    ...(parcel ? { parcel } : {}),
    ...(sender ? { sender } : {}),
    ...(declared.length > 0 ? { customs: declared } : {}),
  }
}

/** Returns measures in grams and millimetres; undefined if one is not a number that carriers accept. */
export function parseMeasures({ weight, length, width, height }: MeasureTexts) {
  const grams = Math.round(parseNumber(weight))
  const [lengthMm = 0, widthMm = 0, heightMm = 0] = [length, width, height].map((text) =>
    Math.round(parseNumber(text) * 10),
  )
  const isSize = (size: number) => size >= 10 && size <= 3_000
  if (!(grams >= 1 && grams <= 70_000) || ![lengthMm, widthMm, heightMm].every(isSize)) return undefined
  return { weightGrams: grams, lengthMm, widthMm, heightMm }
}

/** Returns measures as text for their inputs. */
export function toMeasureTexts(parcel: LabelQuoteData['parcel']): MeasureTexts {
  const toCm = (mm: number) => String(mm / 10)
  return {
    weight: String(parcel.weightGrams),
    length: toCm(parcel.lengthMm),
    width: toCm(parcel.widthMm),
    height: toCm(parcel.heightMm),
  }
}

/** Returns the known customs data of a line as text for its inputs. */
export function toCustomsTexts(customs: NonNullable<LabelQuoteData['customs']>[number]): CustomsTexts {
  return {
    description: customs.description,
    value: (customs.valueCents / 100).toFixed(2),
    originCountry: customs.originCountry ?? '',
    tariffNumber: customs.tariffNumber ?? '',
  }
}

function toCustomsLine(line: number, texts: CustomsTexts): NonNullable<QuoteBody['customs']>[number] {
  const { description, value, originCountry, tariffNumber } = texts
  const valueCents = parseTypedCents(value) ?? 0
  const digits = tariffNumber.replaceAll(/[.\s]/g, '')
  return {
    line,
    ...(description.trim() === '' ? {} : { description }),
    ...(valueCents > 0 ? { valueCents } : {}),
    ...(originCountry === '' ? {} : { originCountry }),
    ...(/^\d{6,10}$/.test(digits) ? { tariffNumber: digits } : {}),
  }
}

function parseNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'))
}
