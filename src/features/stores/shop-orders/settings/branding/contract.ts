import { z } from '@hono/zod-openapi'
import { toMultiline, toSingleLine } from '#core/text/normalize-text.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

const PdfFile = z.instanceof(Uint8Array).openapi({ type: 'string', format: 'binary' })

const AddressLine = z
  .string()
  .overwrite(toSingleLine)
  .min(1, 'Remove the empty line.')
  .max(100, 'Use at most 100 characters on a line.')

/** The branding of a vendor's parcels. An empty name is the store's; without an address returns go to the supplier. */
export const ParcelBrandShape = z
  .object({
    name: z.string().overwrite(toSingleLine).max(100, 'Use at most 100 characters.'),
    note: z.string().overwrite(toMultiline).max(500, 'Use at most 500 characters.'),
    returnAddress: z.array(AddressLine).max(6, 'Use at most six lines.'),
  })
  .openapi('ParcelBrand')

export const getParcelBrand = endpoint({
  method: 'GET',
  path: '/vendor/parcel-brand',
  summary: 'Returns the name, note and return address on the packing slips of your orders',
  access: { vendor: 'settings:read' },
  answer: Envelope.extend({
    brand: ParcelBrandShape,
    /** The logo as a data URL of a PNG. */
    logo: z.string().nullable(),
  }),
  limit: { calls: 240, windowMs: MINUTE },
})

export const saveParcelBrand = endpoint({
  method: 'POST',
  path: '/vendor/parcel-brand',
  summary:
    'Changes the name, note and return address on your packing slips; orders already paid for keep theirs',
  access: { vendor: 'settings:write' },
  body: ParcelBrandShape,
  answer: Envelope.extend({ brand: ParcelBrandShape }),
  limit: { calls: 30, windowMs: MINUTE },
})

export const uploadParcelLogo = endpoint({
  method: 'POST',
  path: '/vendor/parcel-brand/logo',
  summary:
    'Sets the logo on the packing slips of your orders. The body is a JPEG, PNG or WebP of at most 5 MB',
  access: { vendor: 'settings:write' },
  takes: 'bytes',
  body: z.instanceof(Uint8Array).openapi({ type: 'string', format: 'binary' }),
  maxBytes: 5_000_000,
  answer: Envelope.extend({ logo: z.string() }),
  refusals: ['not_a_picture'],
  limit: { calls: 30, windowMs: HOUR },
})

export const removeParcelLogo = endpoint({
  method: 'POST',
  path: '/vendor/parcel-brand/logo/remove',
  summary: 'Removes the logo from your packing slips; orders already paid for keep it',
  access: { vendor: 'settings:write' },
  answer: Envelope,
  limit: { calls: 30, windowMs: MINUTE },
})

export const previewPackingSlip = endpoint({
  method: 'GET',
  path: '/vendor/parcel-brand/preview',
  summary: 'Returns the packing slip of your newest order as PDF, as your customers get it, or a sample',
  access: { vendor: 'settings:read' },
  answer: PdfFile,
  limit: { calls: 30, windowMs: MINUTE },
})

export type ParcelBrandData = z.input<typeof ParcelBrandShape>
