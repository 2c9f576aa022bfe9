import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRecords, type BrokenRecord, type CsvRecord } from './csv-records.ts'
import { readLines } from './feed-source.ts'
import { createFeed } from '../fixtures/read-products.ts'

async function readAllRecords(
  text: string,
  { delimiter = ',', width = 3 } = {},
): Promise<(CsvRecord | BrokenRecord)[]> {
  const records: (CsvRecord | BrokenRecord)[] = []
  for await (const record of readRecords(readLines(createFeed(text), 'utf-8'), {
    delimiter,
    width,
    headerLine: 0,
  }))
    records.push(record)
  return records
}

test('parses any quoted CSV, for every delimiter and line ending', async () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', 'é', '"', ',', ';', '\t', '\n', ' ', '1', '😀'),
    maxLength: 12,
  })
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n'),
      async (cells, delimiter, end) => {
        const lines = cells.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(delimiter))
        const found = await readAllRecords(lines.join(end) + end, { delimiter, width: 4 })
        expect(found.map((record) => record.cells)).toEqual(cells)
      },
    ),
    { numRuns: 150 },
  )
})

test('each row has its line numbers, also after multi-line cells and empty lines', async () => {
  const found = await readAllRecords('a,b,c\r\n\r\n1,"x\r\n\r\ny",3\r\n4,5\r\n')
  expect(found.map(({ first, last, cells }) => [first, last, cells])).toEqual([
    [1, 1, ['a', 'b', 'c']],
    [3, 5, ['1', 'x\n\ny', '3']],
    [6, 6, ['4', '5']],
  ])
})

test('an unclosed quotation mark breaks only its own row', async () => {
  const found = await readAllRecords('a,b,c\n1,"2,3\n4,5,6\n7,8,9\n')
  expect(found.map((record) => ['broken' in record, record.first])).toEqual([
    [false, 1],
    [true, 2],
    [false, 3],
    [false, 4],
  ])
})

test('a quotation mark inside a cell, such as inches, is part of its text', async () => {
  const found = await readAllRecords('1,16" chain,3\n"a\nb",5,c\n7,8" long,9\n')
  expect(found.map((record) => record.cells[1])).toEqual(['16" chain', '5', '8" long'])
})

test('an unclosed quotation mark in a large file does not swallow later rows', async () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => `${n},some words here to fill the line,x`)
  rows[5_000] = '5000,"never closed,x'
  const found = await readAllRecords(rows.join('\n'))
  expect(found.length).toBe(20_000)
  expect(found.filter((record) => 'broken' in record).map((record) => record.first)).toEqual([5_001])
})

test('a row with more filled cells than the header is broken, one with fewer is not', async () => {
  const found = await readAllRecords('1,2\n1,2,3,,\n1,2,3,4\n')
  expect(found.map((record) => 'broken' in record)).toEqual([false, false, true])
})
