import type { LetterContent, LetterPiece } from '#features/messaging/notifications/service.ts'
import { smallPicture } from '#core/media-path.ts'
import { formatCents } from '#core/money.ts'
import { asOneLine } from '#core/typed-text.ts'
import type { PieceNews, Reader } from './news-queries.ts'

/** More pieces than these make no letter but a list. */
const MOST_SHOWN = 12

/** Names stand in subjects, which mail programs cut off. */
const LONGEST_SUBJECT_NAME = 60

/** The letter about pieces of a wishlist that cost less, or are to be had again; `publicUrl` is the shop's address. */
export function wishlistNews(
  { firstName, token }: Pick<Reader, 'firstName' | 'token'>,
  news: readonly PieceNews[],
  publicUrl: string,
): LetterContent {
  const more = news.length - MOST_SHOWN
  return {
    subject: subjectOf(news),
    preview: news.map(({ name }) => name).join(', '),
    heading: firstName === '' ? 'News of your wishlist' : `News of your wishlist, ${firstName}`,
    paragraphs: ['You asked us to write when something changes about these pieces.'],
    tables: [],
    pieces: news.slice(0, MOST_SHOWN).map((piece) => pieceOf(piece, publicUrl)),
    action: {
      label: more > 0 ? `See ${more} more on your wishlist` : 'Open your wishlist',
      url: `${publicUrl}/dashboard/wishlist`,
    },
    closing: [
      'Prices and stock are those of the moment we wrote this. You choose on your wishlist, piece by piece, what we write about. One click ends all of these mails:',
    ],
    unsubscribeUrl: `${publicUrl}/wishlist/unsubscribe?token=${token}`,
  }
}

function subjectOf(news: readonly PieceNews[]): string {
  const [only, ...others] = news
  if (!only || others.length > 0) return `${news.length} pieces of your wishlist have news`
  const name = shortened(asOneLine(only.name))
  if (only.before === null) return `${name} is back in stock`
  return only.isBack ? `${name} is back, and costs less` : `${name} costs less now`
}

function shortened(name: string): string {
  return name.length <= LONGEST_SUBJECT_NAME ? name : `${name.slice(0, LONGEST_SUBJECT_NAME - 1).trimEnd()}…`
}

function pieceOf(
  { productId, name, image, price, before, isBack }: PieceNews,
  publicUrl: string,
): LetterPiece {
  const notes = [
    ...(before === null ? [] : [`Costs less: it was ${formatCents(before)}`]),
    ...(isBack ? ['Back in stock'] : []),
  ]
  return {
    name,
    price: formatCents(price),
    note: notes.join(' · '),
    url: `${publicUrl}/product/${productId}`,
    ...(image?.key ? { imageUrl: publicUrl + smallPicture(image.key) } : {}),
  }
}
