import { z } from '@hono/zod-openapi'
import { STONE_ORIGINS } from '#core/jewellery/vocabulary.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'

const FactText = z.string().overwrite(toSingleLine).max(200, 'Use at most 200 characters.').nullable()

const positive = (max: number, message: string) =>
  z.number().gt(0, 'Enter a number above 0.').max(max, message).nullable()

const Millimetres = positive(10_000, 'Enter a measure up to 10,000 mm.')

const Stone = z.object({
  kind: z.string().overwrite(toSingleLine).max(60, 'Use at most 60 characters.'),
  count: z.int('Enter a whole number.').min(1, 'Enter 1 or more.').max(10_000, 'Enter up to 10,000.'),
  /** The total weight of all stones of this kind, in carats. */
  carat: positive(10_000, 'Enter a weight up to 10,000 ct.'),
  origin: z.enum(STONE_ORIGINS).nullable(),
})

/** A product's materials as its owner enters them; null and an empty text mean that nothing is stated. */
export const ProductFacts = z
  .object({
    metal: FactText,
    purity: FactText,
    plating: FactText,
    hallmark: FactText,
    isNickelFree: z.boolean().nullable(),
    sizeStandard: FactText,
    weightGrams: positive(10_000, 'Enter a weight up to 10,000 g.'),
    lengthMm: Millimetres,
    widthMm: Millimetres,
    heightMm: Millimetres,
    certificateLaboratory: FactText,
    certificateNumber: FactText,
    /**
     * The country of origin (ISO 3166 alpha-2), and 6 to 10 digits of the Harmonised System, for customs. Unchanged if
     * omitted.
     */
    originCountry: z
      .string()
      .regex(/^([A-Z]{2})?$/, 'Choose a country.')
      .nullable()
      .optional(),
    tariffNumber: z
      .string()
      .regex(/^(\d{6,10})?$/, 'Enter 6 to 10 digits.')
      .nullable()
      .optional(),
    stones: z.array(Stone).max(20, 'Add at most 20 kinds of stones.').readonly(),
  })
  .openapi('ProductFacts')
