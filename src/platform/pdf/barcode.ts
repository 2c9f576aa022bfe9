import bwip from 'bwip-js'

/** The position of a code: its top left corner and its size, in points. */
export type BarcodeBox = Readonly<{ x: number; y: number; width: number; height: number }>

/** Draws a text as a QR code (ISO/IEC 18004, level M) of the box's width. */
export function drawQrCode(doc: PDFKit.PDFDocument, text: string, { x, y, width }: BarcodeBox): void {
  const [matrix] = bwip.raw('qrcode', text, 'eclevel=M')
  if (!matrix || !('pixs' in matrix)) throw new Error('no QR code was made')
  const { pixs, pixx: columns } = matrix
  const module = width / columns
  for (const [index, isDark] of pixs.entries()) {
    if (!isDark) continue
    const [column, row] = [index % columns, Math.floor(index / columns)]
    doc.rect(x + column * module, y + row * module, module, module)
  }
  doc.fill('#000000')
}

/** Draws a text as a Code 128 (ISO/IEC 15417) that fills the box. */
export function drawCode128(
  doc: PDFKit.PDFDocument,
  text: string,
  { x, y, width, height }: BarcodeBox,
): void {
  const [bars] = bwip.raw('code128', text, '')
  if (!bars || !('sbs' in bars)) throw new Error('no barcode was made')
  const { sbs } = bars
  const module = width / sbs.reduce((sum, size) => sum + size, 0)
  let left = x
  // Bars and spaces alternate, beginning with a bar.
  for (const [index, size] of sbs.entries()) {
    if (index % 2 === 0) doc.rect(left, y, size * module, height)
    left += size * module
  }
  doc.fill('#000000')
}
