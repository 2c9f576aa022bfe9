import type { PostalAddress } from '#features/sales/orders/port.ts'
import { drawCode128 } from '#platform/pdf/barcode.ts'
import { pdfFonts, type Style } from '#platform/pdf/pdf-fonts.ts'
import type { SandboxShipment } from './shipment-queries.ts'

/** The format of label printers, four by six inches, and its margin, in points. */
const PAGE = { width: 288, height: 432, margin: 18 } as const
const INNER = PAGE.width - 2 * PAGE.margin

/** Returns the label of a shipment as PDF. Equal labels are equal files, as the date is the time of purchase. */
export async function renderSandboxLabel(shipment: SandboxShipment, now: Date): Promise<Uint8Array> {
  const { trackingNumber, boughtAt } = shipment
  const { default: Document } = await import('pdfkit')
  const doc = new Document({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    info: { Title: `Label ${trackingNumber ?? ''}`, CreationDate: boughtAt ?? now },
  })
  const chunks: Buffer[] = []
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  doc.on('end', resolve)
  doc.on('error', reject)
  drawLabel(doc, shipment)
  doc.end()
  await ended
  return Uint8Array.from(Buffer.concat(chunks))
}

function drawLabel(doc: PDFKit.PDFDocument, { parcel, service, trackingNumber }: SandboxShipment): void {
  const fonts = pdfFonts(doc, undefined)
  let y: number = PAGE.margin
  const draw = (lines: readonly string[], size: number, weight: Style['weight'] = 'regular') => {
    doc.fillColor('#000000')
    for (const line of lines) {
      fonts.draw(line, { size, weight }, { x: PAGE.margin, y })
      y += size * 1.35
    }
  }
  draw(['Sandbox Post'], 16, 'semibold')
  draw([(service ?? '').replaceAll('_', ' ')], 11)
  y += 10
  draw(['From'], 8, 'semibold')
  draw(listAddressLines(parcel.from), 8)
  y += 14
  draw(['To'], 9, 'semibold')
  draw(listAddressLines(parcel.to), 13)
  if (trackingNumber !== null) {
    drawCode128(doc, trackingNumber, { x: PAGE.margin, y: 312, width: INNER, height: 60 })
    y = 378
    draw([trackingNumber], 12)
  }
  y = 404
  draw(['For trying only. Not valid for postage.'], 7)
}

function listAddressLines(address: PostalAddress | null): string[] {
  if (!address) return ['The marketplace']
  const { name, street1, street2, zip, city, state, country } = address
  return [name, street1, street2 ?? '', [zip, city, state].filter(Boolean).join(' '), country].filter(Boolean)
}
