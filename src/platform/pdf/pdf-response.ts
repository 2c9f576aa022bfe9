import type { Queryable } from '#database/database.ts'
import type { PdfDocument } from './pdf-document.ts'
import { renderPdf } from './render-pdf.ts'

/** Reads the issuer of a document at that time, and a font for characters that the shop's own lacks. */
export type PdfIssuer = Readonly<{
  readIssuer(db: Queryable, at: Date): Promise<PdfDocument['from']>
  furtherFont: Buffer | undefined
}>

/** Returns a PDF as an uncached response that opens in the browser and is saved as `name.pdf`. */
export async function pdfResponse(
  document: PdfDocument,
  { name, furtherFont }: Pick<PdfIssuer, 'furtherFont'> & Readonly<{ name: string }>,
): Promise<Response> {
  return toPdfResponse(await renderPdf(document, { furtherFont }), name)
}

/** Returns the bytes of a PDF as an uncached response that opens in the browser and is saved as `name.pdf`. */
export function toPdfResponse(bytes: Uint8Array<ArrayBuffer>, name: string): Response {
  return new Response(bytes, {
    headers: {
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition': `inline; filename="${name}.pdf"`,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    },
  })
}
