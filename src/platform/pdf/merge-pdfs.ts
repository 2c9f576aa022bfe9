/** Returns the pages of several PDF files as one file, in their order. Throws where one of them is no PDF. */
export async function mergePdfs(
  files: readonly Uint8Array[],
  { title, createdAt }: Readonly<{ title: string; createdAt: Date }>,
): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded with the first merge, as few processes ever merge.
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const merged = await PDFDocument.create()
  merged.setTitle(title)
  merged.setCreationDate(createdAt)
  for (const file of files) {
    const document = await PDFDocument.load(file)
    for (const page of await merged.copyPages(document, document.getPageIndices())) merged.addPage(page)
  }
  return Uint8Array.from(await merged.save())
}
