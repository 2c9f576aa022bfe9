/** A document to be printed, as data: from top to bottom, in the words of the reader. */
export type PdfDocument = Readonly<{
  /** What it is, such as `Invoice`; also the title of the file. */
  title: string
  /** Who it is from: a logo as PNG, a name and the lines below it. */
  from: Readonly<{ name: string; lines: readonly string[]; logo?: Uint8Array | undefined }>
  /** When it was made; it belongs to the content, so that the same document is the same file. */
  createdAt: Date
  /** A short text that is drawn as a QR code at the top right, to be scanned. */
  code?: string
  blocks: readonly PdfBlock[]
  /** A line at the foot of each page, before its number. */
  foot: string
}>

/** A part of a document. */
export type PdfBlock =
  | Readonly<{ kind: 'heading'; text: string }>
  | Readonly<{ kind: 'text'; text: string; isSoft?: boolean }>
  | Readonly<{ kind: 'columns'; columns: readonly PdfColumn[] }>
  | Readonly<{ kind: 'table'; columns: readonly PdfTableColumn[]; rows: readonly (readonly string[])[] }>
  | Readonly<{ kind: 'sums'; rows: readonly PdfTotal[] }>

/** Lines under a small title, beside others. */
export type PdfColumn = Readonly<{ title: string; lines: readonly string[] }>

/** A column of a table: its share of the width, its alignment, and whether it has QR codes. */
export type PdfTableColumn = Readonly<{
  title: string
  share: number
  align?: 'left' | 'right'
  isCode?: boolean
}>

/** A line of a reckoning, at the right edge; the one that matters is strong. */
export type PdfTotal = Readonly<{ label: string; value: string; isStrong?: boolean }>
