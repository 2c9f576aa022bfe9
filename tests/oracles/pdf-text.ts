import { inflateSync } from 'node:zlib'

/**
 * Returns the texts of a pdfkit PDF in the order they were written, a string for each stretch. Fonts are embedded
 * in part, so that the letters are numbers, which each font's `ToUnicode` table turns back.
 */
export function extractPdfTexts(bytes: Uint8Array): string[] {
  const objects = parseObjects(Buffer.from(bytes).toString('latin1'))
  const fonts = parseFonts(objects)
  return objects
    .filter(({ stream }) => stream.includes(' Tf') && stream.includes(' TJ'))
    .flatMap(({ stream }) => parseTexts(stream, fonts))
}

type PdfObject = Readonly<{ id: string; head: string; stream: string }>

function parseObjects(text: string): PdfObject[] {
  return [...text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => {
    const [head = '', ...rest] = body.split('\nstream\n')
    const raw = rest.join('\nstream\n').replace(/\nendstream$/, '')
    const stream = head.includes('FlateDecode')
      ? inflateSync(Buffer.from(raw, 'latin1')).toString('latin1')
      : raw
    return { id, head, stream }
  })
}

/** The text of each font's codes, by the font's name on the pages. */
function parseFonts(objects: readonly PdfObject[]): Map<string, readonly string[]> {
  const byId = new Map(objects.map((object) => [object.id, object]))
  const names = objects.flatMap(({ head }) => [...head.matchAll(/\/(F\d+) (\d+) 0 R/g)])
  return new Map(
    names.map(([, name = '', id = '']) => {
      const table = /\/ToUnicode (\d+) 0 R/.exec(byId.get(id)?.head ?? '')?.[1] ?? ''
      return [name, parseCharacterMap(byId.get(table)?.stream ?? '')]
    }),
  )
}

function parseCharacterMap(table: string): string[] {
  const characters: string[] = []
  for (const [, first = '0', row = ''] of table.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
    [...row.matchAll(/<([\w ]*)>/g)].forEach(([, code = ''], index) => {
      characters[parseInt(first, 16) + index] = Buffer.from(code.replaceAll(' ', ''), 'hex')
        .swap16()
        .toString('utf16le')
    })
  return characters
}

function parseTexts(stream: string, fonts: ReadonlyMap<string, readonly string[]>): string[] {
  const texts: string[] = []
  let characters: readonly string[] = []
  for (const [, font, shown] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) characters = fonts.get(font) ?? []
    const numbers = [...(shown ?? '').matchAll(/<(\w+)>/g)].flatMap(
      ([, hex = '']) => hex.match(/.{4}/g) ?? [],
    )
    if (shown !== undefined)
      texts.push(numbers.map((number) => characters[parseInt(number, 16)] ?? '').join(''))
  }
  return texts
}
