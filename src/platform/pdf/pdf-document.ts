/** The content of a document from top to bottom, in the reader's language. */
export type PdfDocument = Readonly<{
  /** The title of the document and of the file, such as `Invoice`. */
  title: string
  /** The sender: a logo as PNG, a name and the lines below it. */
  from: Readonly<{ name: string; lines: readonly string[]; logo?: Uint8Array | undefined }>
  /** The time of creation, given as content so that the same document is always the same file. */
  createdAt: Date
  /** A short text that is drawn as a QR code at the top right. */
  code?: string
  blocks: readonly PdfBlock[]
  /** The footer of each page, before its number. */
  foot: string
}>

/** A section of a document. */
export type PdfBlock =
  | Readonly<{ kind: 'heading'; text: string }>
  | Readonly<{ kind: 'text'; text: string; isSoft?: boolean }>
  | Readonly<{ kind: 'columns'; columns: readonly PdfColumn[] }>
  | Readonly<{ kind: 'table'; columns: readonly PdfTableColumn[]; rows: readonly (readonly string[])[] }>
  | Readonly<{ kind: 'sums'; rows: readonly PdfTotal[] }>

/** Lines under a small title, side by side with others. */
export type PdfColumn = Readonly<{ title: string; lines: readonly string[] }>

/** A column of a table: its share of the width, its alignment, and whether it has QR codes. */
export type PdfTableColumn = Readonly<{
  title: string
  share: number
  align?: 'left' | 'right'
  isCode?: boolean
}>

/** A line of a sum, right-aligned; an emphasized one is strong. */
export type PdfTotal = Readonly<{ label: string; value: string; isStrong?: boolean }>
