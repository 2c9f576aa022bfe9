import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sharedPicturesVariable, sharePictures, takeSharedPictures } from './shared-pictures.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'cabochon-shared-'))
  vi.stubEnv(sharedPicturesVariable, path.join(root, 'shared'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

const fileOf = (shop: string, name: string) => path.join(root, shop, 'files', 'pictures', name)

function write(shop: string, name: string): void {
  mkdirSync(path.dirname(fileOf(shop, name)), { recursive: true })
  writeFileSync(fileOf(shop, name), `${name} of ${shop}`)
}

test('what shops made of pictures is given to the next, and what they were given is not shared again', async () => {
  const [first, second, third] = ['first', 'second', 'third'].map((name) => path.join(root, name))
  expect(await takeSharedPictures(first ?? '')).toEqual(new Set())
  write('first', 'ab/ring-400.webp')
  await sharePictures(first ?? '', new Set())
  const taken = await takeSharedPictures(second ?? '')
  write('second', 'ab/ring.original')
  await sharePictures(second ?? '', taken)
  await takeSharedPictures(third ?? '')
  expect(readFileSync(fileOf('third', 'ab/ring-400.webp'), 'utf8')).toBe('ab/ring-400.webp of first')
  expect(readFileSync(fileOf('third', 'ab/ring.original'), 'utf8')).toBe('ab/ring.original of second')
  const batches = readdirSync(path.join(root, 'shared'))
  expect(batches.map((batch) => readdirSync(path.join(root, 'shared', batch, 'ab'))).toSorted()).toEqual([
    ['ring-400.webp'],
    ['ring.original'],
  ])
})

test('a batch that is being linked yet is taken by nobody', async () => {
  mkdirSync(path.join(root, 'shared', '.half', 'ab'), { recursive: true })
  writeFileSync(path.join(root, 'shared', '.half', 'ab', 'ring.original'), 'half')
  expect(await takeSharedPictures(path.join(root, 'shop'))).toEqual(new Set())
})

test('without the folder of a run nothing is shared', async () => {
  vi.stubEnv(sharedPicturesVariable, undefined)
  write('first', 'ab/ring-400.webp')
  await sharePictures(path.join(root, 'first'), new Set())
  expect(readdirSync(root)).toEqual(['first'])
})
