import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The weight of a font. */
export type Weight = 'regular' | 'semibold'

/** The size and weight of a text. */
export type Style = Readonly<{ size: number; weight: Weight }>

/** A section of text in one font. */
type Run = Readonly<{ font: string; text: string }>

/** The fonts of a document, which measure and draw text. */
export type PdfFonts = Readonly<{
  measure(text: string, style: Style): number
  /** Draws a line at a position: the top of its letters, in points from the top left. */
  draw(text: string, style: Style, place: Readonly<{ x: number; y: number }>): void
  /** Returns whether a character without any font was drawn, as a question mark. */
  hasMissed(): boolean
}>

const FILES: Readonly<Record<Weight, Buffer>> = {
  regular: readFont('instrument-sans-regular.ttf'),
  semibold: readFont('instrument-sans-semibold.ttf'),
}

function readFont(name: string): Buffer {
  return readFileSync(fileURLToPath(new URL(`fonts/${name}`, import.meta.url)))
}

/**
 * Returns the fonts of a document: the shop's own, and `fallback` for other characters. Those are, for example,
 * Chinese, Japanese and Korean names. A character that neither has becomes a question mark.
 */
export function pdfFonts(doc: PDFKit.PDFDocument, fallback: Buffer | undefined): PdfFonts {
  const covers = new Map<string, (character: string) => boolean>()
  const register = (name: string, file: Buffer) => {
    doc.registerFont(name, file)
    covers.set(name, getCoverage(doc.font(name)))
  }
  register('regular', FILES.regular)
  register('semibold', FILES.semibold)
  if (fallback) register('further', fallback)
  let hasMissingGlyph = false

  function splitRuns(text: string, weight: Weight): Run[] {
    const runs: Run[] = []
    for (const character of text.normalize('NFC')) {
      const font = [weight, 'further'].find((name) => covers.get(name)?.(character))
      if (font === undefined) hasMissingGlyph = true
      const next = { font: font ?? weight, text: font === undefined ? '?' : character }
      const last = runs.at(-1)
      if (last?.font === next.font) runs[runs.length - 1] = { ...last, text: last.text + next.text }
      else runs.push(next)
    }
    return runs
  }

  const measureRun = ({ font, text }: Run, size: number) => doc.font(font).fontSize(size).widthOfString(text)

  return {
    measure: (text, { size, weight }) =>
      splitRuns(text, weight).reduce((width, run) => width + measureRun(run, size), 0),
    draw(text, { size, weight }, { x, y }) {
      let currentX = x
      for (const run of splitRuns(text, weight)) {
        doc.font(run.font).fontSize(size).text(run.text, currentX, y, { lineBreak: false })
        currentX += measureRun(run, size)
      }
    },
    hasMissed: () => hasMissingGlyph,
  }
}

/**
 * Returns whether the document's current font has a character. pdfkit delegates to fontkit, but its types omit that.
 */
function getCoverage(doc: PDFKit.PDFDocument): (character: string) => boolean {
  const font: unknown = Reflect.get(Object(Reflect.get(doc, '_font')), 'font')
  const has: unknown = Reflect.get(Object(font), 'hasGlyphForCodePoint')
  if (typeof has !== 'function') throw new Error('pdfkit has another inside than it had')
  return (character) => has.call(font, character.codePointAt(0)) === true
}
