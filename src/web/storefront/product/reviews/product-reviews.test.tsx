import { expect, test } from 'vitest'
import { renderHtml, findTags, toText } from '#tests/data/rendered.tsx'
import { createReviewData, createLoadedReviews } from '#tests/data/view-data.ts'
import { ProductReviews } from '../about/product-reviews.tsx'
import type { LoadedReviews } from './load-reviews.ts'
import { ReviewCard } from './review-card.tsx'
import { readReviewsQuery, reviewsHref } from './reviews-query.ts'
import { validateReview } from './use-review-form.ts'

const ID = `prd_${'0'.repeat(31)}1`

function renderReviews(
  reviews: LoadedReviews,
  posted?: Parameters<typeof ProductReviews>[0]['posted'],
): string {
  return renderHtml(<ProductReviews productId={ID} reviews={reviews} posted={posted} />)
}

test('the form has stars from 0 to 5, a text box and a button, and works without scripts [PDP-28, STATE-15]', () => {
  const html = renderReviews(createLoadedReviews([]))
  const stars = findTags(html, 'input').filter((input) => input.includes('name="rating"'))
  expect(stars.map((input) => /value="(\d)"/.exec(input)?.[1])).toEqual(['0', '1', '2', '3', '4', '5'])
  expect(stars.filter((input) => input.includes('checked'))).toEqual([expect.stringContaining('value="0"')])
  expect(findTags(html, 'textarea')).toHaveLength(1)
  expect(html).toMatch(/<button[^>]*type="submit"[^>]*>Submit Review</)
  expect(findTags(html, 'form')[0]).toMatch(new RegExp(`action="/product/${ID}#reviews" method="post"`))
  expect(html).toContain(`<input type="hidden" name="productId" value="${ID}"/>`)
})

test('does not send a review without stars or text [VAL-02]', () => {
  expect(validateReview(0, 'Bright.')).toEqual({ rating: 'Please select a rating' })
  expect(validateReview(0, '')).toEqual({ rating: 'Please select a rating' })
  expect(validateReview(3, ' \n')).toEqual({ review: 'Please write a review' })
  expect(validateReview(5, 'Bright.')).toBeUndefined()
})

test('a form rejected before hydration keeps its values and shows the error', () => {
  const posted = {
    values: { rating: '0', review: 'Bright & <b>' },
    status: 400,
    code: 'rating_missing',
    message: 'Please select a rating',
    details: { fields: ['rating'] },
  }
  const html = renderReviews(createLoadedReviews([]), posted)
  expect(html).toMatch(/id="rating-error"[^>]*>Please select a rating</)
  expect(html).toContain('Bright &amp; &lt;b&gt;</textarea>')
  const limited = { ...posted, code: 'too_many_requests', message: 'Please sign in.', details: {} }
  expect(renderReviews(createLoadedReviews([]), limited)).toMatch(/role="alert"[^>]*>Please sign in\.</)
})

test('a review sent without scripts is confirmed', () => {
  expect(renderReviews(createLoadedReviews([createReviewData()], { wasSent: true }))).toMatch(
    /role="status"[^>]*>Review submitted successfully</,
  )
})

test('the summary has the average, the count, and a link to the reviews of each star rating', () => {
  const reviews = createLoadedReviews([
    createReviewData(),
    createReviewData({ id: 'rev_2' }),
    createReviewData({ id: 'rev_3', rating: 1 }),
  ])
  const html = renderReviews({ ...reviews, summary: { ...reviews.summary, average: 3.7 } })
  expect(toText(html)).toContain(
    '3.7 Rated 3.7 out of 5 3 reviews 5 stars 2 reviews 4 stars 0 reviews 3 stars 0 reviews 2 stars 0 reviews 1 star 1 review',
  )
  expect(html).toContain(`href="/product/${ID}?stars=5#reviews"`)
  expect(html).not.toContain(`href="/product/${ID}?stars=4#reviews"`)
  expect(html).toContain(`href="/product/${ID}?sort=lowest#reviews"`)
})

test('filtered reviews link back to all, and pages keep the filter and sort order', () => {
  const query = { stars: 5, sort: 'highest', page: 2 } as const
  const html = renderReviews(createLoadedReviews([createReviewData()], { query, pages: 3 }))
  expect(html).toContain(`href="/product/${ID}?stars=5&amp;sort=highest&amp;page=3#reviews"`)
  expect(html).toContain(`href="/product/${ID}?stars=5&amp;sort=highest#reviews"`)
  expect(html).toMatch(new RegExp(`href="/product/${ID}\\?sort=highest#reviews"[^>]*>Show all reviews`))
})

test('reads filter, sort order and page from the URL, and ignores invalid values', () => {
  const all = { stars: undefined, sort: 'newest', page: 1 }
  expect(readReviewsQuery({})).toEqual(all)
  expect(readReviewsQuery({ stars: '6', sort: 'best', page: '0' })).toEqual(all)
  expect(readReviewsQuery({ stars: '5.0', page: '1e3' })).toEqual(all)
  expect(readReviewsQuery({ stars: '1', sort: 'lowest', page: '12' })).toEqual({
    stars: 1,
    sort: 'lowest',
    page: 12,
  })
  expect(reviewsHref(ID, readReviewsQuery({}))).toBe(`/product/${ID}#reviews`)
})

test('a review shows its purchase, last edit, pictures and the store’s reply', () => {
  const picture = {
    id: 'pic_1',
    key: 'cc',
    image_url: '/media/cc-800.webp',
    tint: '#e8e0d6',
    width: 800,
    height: 600,
    alt: 'Picture 1 of the review by Mei Tan',
  }
  const review = createReviewData({
    isBought: true,
    editedAt: '2026-10-09T09:30:00.000Z',
    pictures: [picture],
    answer: { store: 'Atelier Nord', text: 'Thank <b>you</b>.', answeredAt: '2026-10-10T09:30:00.000Z' },
  })
  const html = renderHtml(<ReviewCard review={review} reader="writer" onChanged={() => undefined} />)
  expect(toText(html)).toContain(
    'Rated 5 out of 5 Verified purchase Your review Heavier than it looks, and I have not taken it off since. ' +
      'Mei Tan · 10/4/2026 · edited 10/9/2026 Reply from Atelier Nord Thank &lt;b&gt;you&lt;/b&gt;. 10/10/2026',
  )
  expect(html).toContain('href="/media/cc-1200.webp"')
  expect(html).toContain('alt="Picture 1 of the review by Mei Tan"')
})

test('escapes scripts in a review', () => {
  const review = createReviewData({ review: '<script>alert(1)</script>', userName: '<b>Mei</b>' })
  const html = renderHtml(<ReviewCard review={review} reader="other" onChanged={() => undefined} />)
  expect(html).not.toMatch(/<script|<b>/)
})

test('the store’s owner can reply, and other readers can report', () => {
  const textFor = (reader: 'owner' | 'other' | 'writer') =>
    toText(renderHtml(<ReviewCard review={createReviewData()} reader={reader} onChanged={() => undefined} />))
  expect(textFor('owner')).toContain('Reply to review')
  expect(textFor('other')).toContain('Report')
  expect(textFor('writer')).not.toContain('Report')
})
