import { z } from 'zod'
import { inTransaction } from '#database/database.ts'
import { letterMail, type OutgoingMail, postMails } from '#features/messaging/notifications/service.ts'
import { job, type Job, type JobContext } from '#platform/jobs/job.ts'
import { wishlistNews } from './emails.ts'
import {
  claimReaders,
  listConcerned,
  noteSeen,
  type PieceNews,
  type Reader,
  takeNews,
} from './news-queries.ts'
import { lookAt, type Look } from './rules.ts'

/** People who are written to in one transaction, and in one look; a sale that concerns more goes on with the next look. */
const TOGETHER = 20
const IN_ONE_LOOK = 4_000

/**
 * Looks every five minutes at the pieces that somebody wants to hear of, and writes to whom one has news for: one letter a
 * person and look. That it was told is noted in the transaction that puts the letter into the outbox, so each piece of news
 * is told once, however often the job is killed and done again.
 */
export function tellWishNews(publicUrl: string): Job {
  return job({
    name: 'wishlist.tell_news',
    input: z.object({}),
    attempts: 1,
    every: '*/5 * * * *',
    timeoutSeconds: 280,
    async run(_input, context) {
      const look = lookAt(context.now)
      await noteSeen(context.db, look)
      const concerned = await listConcerned(context.db, look, IN_ONE_LOOK)
      for (let done = 0; done < concerned.length; done += TOGETHER) {
        await writeTo(concerned.slice(done, done + TOGETHER), { look, publicUrl, context })
      }
    },
  })
}

type Writing = Readonly<{ look: Look; publicUrl: string; context: JobContext }>

async function writeTo(personIds: readonly number[], { look, publicUrl, context }: Writing): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const readers = await claimReaders(tx, personIds)
    const news = await takeNews(
      tx,
      look,
      readers.map(({ personId }) => personId),
    )
    const mails = readers.flatMap((reader) => mailTo(reader, newsFor(reader, news), publicUrl))
    await postMails(tx, { mails, now: context.now, enqueue: context.enqueue })
  })
}

function newsFor({ personId }: Reader, news: readonly PieceNews[]): PieceNews[] {
  return news.filter((piece) => piece.personId === personId)
}

function mailTo(reader: Reader, news: readonly PieceNews[], publicUrl: string): OutgoingMail[] {
  if (news.length === 0) return []
  const key = `wishlist:${reader.personId}:news:${reader.letter}`
  return [letterMail({ key, to: reader.email }, wishlistNews(reader, news, publicUrl))]
}
