import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { openDatabase } from '#database/connections/open-database.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import type { ClusterShop } from '../shops.ts'
import type { Proof, ProofResult } from './proof.ts'
import { runUnderPurchases } from './under-purchases.ts'

/** Suppliers who upload pictures, one after the other. */
const UPLOADERS = 3

/** How long each fault lasts, and how long the storage works between two, in milliseconds. */
const FAULT_MS = 5_000
const BETWEEN_MS = 2_000

/** The longest a call that needs a file may take: the time limit of the storage's answer, and the shop's own work. */
const MAX_CALL_MS = 15_000

/** A file is sent once and at most three times more. */
const MAX_PUTS = 4

/** Lets object storage be killed, slow, overloaded and cut off while suppliers upload pictures that another process shows. */
export const LOSE_STORAGE: Proof = {
  name: '10 object storage lost',
  run: async (shop, round) => {
    const uploads = await startUploads(shop)
    return runUnderPurchases({
      shop,
      round,
      maxGapMs: 5_000,
      // Purchases need no files.
      maxRepeated: 0,
      cause: async () => {
        const { storage } = shop
        await delay(BETWEEN_MS)
        await storage.kill()
        await delay(FAULT_MS)
        await storage.start()
        for (const fault of ['slow', 'overloaded', 'cut'] as const) {
          await delay(BETWEEN_MS)
          storage.setFault(fault)
          await delay(FAULT_MS)
          storage.setFault('none')
        }
        await delay(BETWEEN_MS)
        return 'killed, slow, 503 and cut off for 5 s each'
      },
      examine: () => uploads.finish(),
    })
  },
}

/** A confirmed picture: the path to it, and its width. */
type Picture = Readonly<{ path: string; width: number }>

type Uploads = {
  readonly pictures: Picture[]
  readonly errors: string[]
  refused: number
  longestMs: number
}

/** Starts suppliers who upload until `finish`, each time reading the picture at the other process. */
async function startUploads(shop: ClusterShop) {
  const uploads: Uploads = { pictures: [], errors: [], refused: 0, longestMs: 0 }
  const countPuts = shop.storage.watchPuts()
  let isOver = false
  const running = (await createSuppliers(shop)).map(async (authorization, index) => {
    const [taking = '', showing = ''] = [shop.webs[index % 2]?.url, shop.webs[(index + 1) % 2]?.url]
    for (let n = 1; !isOver; n += 1) {
      const width = 600 + index * 100 + (n % 100)
      const picture = await upload({ url: taking, authorization, width, uploads })
      if (!picture) continue
      uploads.pictures.push(picture)
      while (!(await isShown({ url: showing, picture, uploads })) && !isOver) await delay(100)
    }
  })
  return {
    finish: async (): Promise<ProofResult> => {
      isOver = true
      await Promise.all(running)
      for (const picture of uploads.pictures)
        for (const { url } of shop.webs)
          if (!(await isShown({ url, picture, uploads })))
            uploads.errors.push(`${url} does not show ${picture.path}`)
      const puts = countPuts()
      return {
        figures: [
          `${uploads.pictures.length} pictures uploaded, all shown by both processes`,
          `${uploads.refused} calls answered with 503`,
          `a call took ${uploads.longestMs} ms at most`,
          `a file was sent ${puts} times at most`,
        ].join('; '),
        errors: [
          ...uploads.errors,
          ...(uploads.pictures.length === 0 ? ['no picture was uploaded'] : []),
          ...(uploads.refused === 0 ? ['no fault reached a call'] : []),
          ...(uploads.longestMs > MAX_CALL_MS ? [`a call took ${uploads.longestMs} ms`] : []),
          ...(puts > MAX_PUTS ? [`a file was sent ${puts} times`] : []),
        ],
      }
    },
  }
}

/** Creates suppliers; returns the headers that authenticate them. */
async function createSuppliers({ cluster }: ClusterShop): Promise<string[]> {
  const database = await openDatabase({ url: cluster.directUrl, dataDir: '', log: () => undefined })
  try {
    const headers: string[] = []
    while (headers.length < UPLOADERS) {
      const owns = await createTestSupplier(database.db)
      const account = await createSignedInAccount(database.db, new Date(), { type: 'manufacturer', owns })
      headers.push(account.headers.authorization)
    }
    return headers
  } finally {
    await database.close()
  }
}

type Upload = Readonly<{ url: string; authorization: string; width: number; uploads: Uploads }>

/** Uploads a new picture; returns undefined for a 503. */
async function upload({ url, authorization, width, uploads }: Upload): Promise<Picture | undefined> {
  const create = { width, height: 600, channels: 3 as const, background: '#7a6a4f' }
  const body = await sharp({ create }).png().toBuffer()
  const answer = await call({ uploads, canBeCut: false }, () =>
    fetch(`${url}/shop/uploadProductPicture`, {
      method: 'POST',
      headers: { authorization },
      body: Uint8Array.from(body),
    }),
  )
  if (!answer) return undefined
  // The shop's own answer, by its contract.
  const { picture } = JSON.parse(answer.toString()) as { picture: { image_url: string } }
  return { path: new URL(picture.image_url, url).pathname, width }
}

type Shown = Readonly<{ url: string; picture: Picture; uploads: Uploads }>

/** Returns whether a process shows a picture; notes an error for one that is half or another. */
async function isShown({ url, picture, uploads }: Shown): Promise<boolean> {
  const bytes = await call({ uploads, canBeCut: true }, () => fetch(url + picture.path))
  if (!bytes) return false
  const seen = await sharp(bytes)
    .stats()
    .then(
      () => sharp(bytes).metadata(),
      () => undefined,
    )
  if (!seen?.width) uploads.errors.push(`${url} shows half of ${picture.path}`)
  return true
}

/** Returns the body of a successful answer; undefined for a 503, and for a body that is cut off, which clients notice. */
async function call(
  { uploads, canBeCut }: Readonly<{ uploads: Uploads; canBeCut: boolean }>,
  ask: () => Promise<Response>,
): Promise<Buffer | undefined> {
  const startedAt = performance.now()
  try {
    const answer = await ask()
    const body = Buffer.from(await answer.arrayBuffer())
    if (answer.ok) return body
    if (answer.status === 503) uploads.refused += 1
    else uploads.errors.push(`${answer.url} answers ${answer.status} ${body.toString().slice(0, 200)}`)
  } catch (error) {
    if (canBeCut) uploads.refused += 1
    else uploads.errors.push(`no answer: ${String(error)}`)
  } finally {
    uploads.longestMs = Math.max(uploads.longestMs, Math.round(performance.now() - startedAt))
  }
  return undefined
}
