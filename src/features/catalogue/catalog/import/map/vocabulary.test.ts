import { expect, test } from 'vitest'
import { toPlainText } from '#core/text/plain-text.ts'
import { chooseCategory } from './choose-category.ts'
import { fillSlots } from './option-slots.ts'
import { MAX_DESCRIPTION_LENGTH } from '../../management/authoring/own-contract.ts'
import { htmlToText } from '../../management/authoring/product-rules.ts'
import { isShortened, sanitiseDescription, summarise } from '../read/sanitise-description.ts'
import { readDecimal, readPrice } from '../read/cells.ts'

function getCategory(words: Partial<Parameters<typeof chooseCategory>[0]>): string {
  return chooseCategory({ type: '', title: '', path: '', tags: '', ...words }).category
}

test.each([
  [{ type: 'Bracelet', title: 'Ring of Fire' }, 'Bracelets'],
  [{ title: 'Moon Charm Bracelet' }, 'Bracelets'],
  [{ title: 'Choker with Gold Pendant' }, 'Necklaces'],
  [{ type: 'Charms & Pendants', title: 'Moon Charm' }, 'Charms'],
  [{ title: 'Clear Opal Earrings' }, 'Earrings'],
  [{ title: 'Ear cuff' }, 'Earrings'],
  [{ title: 'Ankle bracelet, silver' }, 'Anklets'],
  [{ path: 'Apparel & Accessories > Jewelry > Brooches & Lapel Pins' }, 'Brooches'],
  [{ title: 'Goldene Halskette' }, 'Necklaces'],
  [{ title: 'Boucles étoile' }, 'Earrings'],
  [{ title: 'Figaro Chain' }, 'Necklaces'],
  [{ title: 'Spring Hoodie', type: 'Clothing' }, 'Charms'],
])('%j is in the category %s', (words, expected) => {
  expect(getCategory(words)).toBe(expected)
})

test('a category is a guess only if no word matches', () => {
  expect(chooseCategory({ type: '', title: 'Hoodie', path: '', tags: '' }).isGuess).toBe(true)
  expect(chooseCategory({ type: '', title: 'X', path: '', tags: 'charm' }).isGuess).toBe(false)
})

test('options are mapped to size, material and colour, and other options keep their names', () => {
  const options = [
    { name: 'Ring Size', value: '7' },
    { name: 'Gemstone', value: 'Opal' },
    { name: 'Engraving', value: 'Yes' },
  ]
  expect(fillSlots(options)).toEqual({
    title: '7 / Opal / Yes',
    size: '7',
    material: 'Opal',
    color: 'Engraving: Yes',
  })
  expect(fillSlots([{ name: 'Title', value: 'Default Title' }])).toEqual({
    title: '',
    size: null,
    color: null,
    material: null,
  })
})

test('descriptions keep text and structure, and lose scripts, embeds and links', () => {
  const html =
    '<h1>Moon</h1><p style="color:red" onclick="x()">A <b>ring</b><script>alert(1)</script> <a href="javascript:x()">here</a></p>' +
    '<img src=x onerror=alert(1)><iframe src="//evil.example"></iframe><p>&nbsp;</p><ul><li>Silver</ul><svg><a>x</a></svg>'
  expect(sanitiseDescription(html)).toBe(
    '<h3>Moon</h3><p>A <strong>ring</strong> here</p><ul><li>Silver</li></ul>',
  )
})

test('plain text and text before a list become paragraphs', () => {
  expect(sanitiseDescription('5 < 6 & so on.\n\nSecond\nline')).toBe(
    '<p>5 &lt; 6 &amp; so on.</p>\n<p>Second<br />line</p>',
  )
  expect(sanitiseDescription('Black cord. <ul><li>Leather</li></ul>')).toBe(
    '<p>Black cord.</p><ul><li>Leather</li></ul>',
  )
  expect(sanitiseDescription('  ')).toBe('')
})

test('a summary is plain text of at most 160 characters and ends after a whole word', () => {
  const summary = summarise(`<p>Tom &amp; Co. ${'silver '.repeat(60)}</p>`)
  expect(summary.length).toBeLessThanOrEqual(160)
  expect(summary).toMatch(/^Tom & Co\. silver .* silver…$/)
})

test.each([
  ['42.99', 4299],
  ['1,299.90', 129990],
  ['1.299,90', 129990],
  ['42,9', 4290],
  ['$ 5', 500],
  ['5 USD', 500],
  ['-5', undefined],
  ['5 EUR', undefined],
  ['1e3', undefined],
  ['99999999', undefined],
])('the price %j is read as %s cents', (text, cents) => {
  expect(readPrice(text)).toBe(cents)
})

test('reads decimals in several notations, and removes entities, tags and invisible characters', () => {
  expect(['.5', '2,75', '226.796185', 'x', '1.2.3'].map(readDecimal)).toEqual([
    0.5,
    2.75,
    226.796185,
    undefined,
    undefined,
  ])
  expect(toPlainText(' Tom &amp; <b>Co</b>\n ')).toBe('Tom & Co')
  // Characters that reverse the text direction or are invisible.
  expect(toPlainText('Ring \u202e04.99\u202c \u2066gold\u2069\u200b')).toBe('Ring 04.99 gold')
  expect(fillSlots([{ name: 'Lo\u202ego', value: 'Yes' }]).material).toBe('Lo go: Yes')
  expect(sanitiseDescription('<p>Gold &#8238;ring&#x202c;\u200b\n</p>')).toBe('<p>Gold ring\n</p>')
  expect(toPlainText('Moss &#8211; 7&#x2033; &#038; &#55296; &bogus;')).toBe('Moss – 7″ & &#55296; &bogus;')
})

test.each([
  ['paragraphs', '<p>A <em>word</em> of it.</p>'.repeat(3_000)],
  ['a table', `<table><tbody>${'<tr><td>Length</td><td>5 &amp; 6</td></tr>'.repeat(2_500)}</tbody></table>`],
  ['a list within a list', `<ul><li>One<ul>${'<li>Another</li>'.repeat(4_000)}</ul></li></ul>`],
  ['one paragraph', `<h3>Care</h3><p>${'Never <strong>wet</strong> it. '.repeat(2_000)}</p>`],
  ['one word', 'x'.repeat(50_000)],
])('shortens %s above the editor’s limit at the end of an element, well-formed', (_name, html) => {
  const shortened = sanitiseDescription(html)
  expect(htmlToText(shortened).length).toBeLessThanOrEqual(MAX_DESCRIPTION_LENGTH)
  expect(htmlToText(shortened).length).toBeGreaterThan(MAX_DESCRIPTION_LENGTH - 50)
  expect(sanitiseDescription(shortened)).toBe(shortened)
  expect(isShortened(html)).toBe(true)
  expect(isShortened(shortened)).toBe(false)
})
