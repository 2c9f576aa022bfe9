import { readFileSync } from 'node:fs'
import type { Config } from '#platform/config.ts'
import type { Printer } from '#platform/pdf/pdf-answer.ts'
import { COMPANY } from '#web/content/company.ts'

/** Who documents are from, and with which further font they are written. Throws where the font's file is not there. */
export function printerOf({ documentFont }: Config): Printer {
  const [name, ...address] = COMPANY.headOffice
  return {
    issuer: { name, lines: [...address, COMPANY.supportEmail] },
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
