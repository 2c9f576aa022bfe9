import { readFileSync } from 'node:fs'
import type { Config } from '#platform/config/config.ts'
import type { Printer } from '#platform/pdf/pdf-answer.ts'

/** Who documents are from, and with which further font they are written. Throws where the font's file is not there. */
export function printerOf({ documentFont, company }: Config): Printer {
  const [name = company.name, ...address] = company.lines
  const { registration, taxNumber, supportEmail } = company
  const numbers = [registration, taxNumber].filter((number) => number !== undefined)
  return {
    issuer: { name, lines: [...address, ...numbers, supportEmail] },
    furtherFont: documentFont === undefined ? undefined : fontAt(documentFont),
  }
}

function fontAt(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new Error(`DOCUMENT_FONT: there is no font to be read at ${file}`, { cause })
  }
}
