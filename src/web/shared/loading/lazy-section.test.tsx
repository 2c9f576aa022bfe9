import { Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { lazySection } from './lazy-section.tsx'

test('a part that was prepared is drawn by the server in one go', async () => {
  const { prepare, View } = lazySection(async () => Greeting)
  await prepare()
  expect(renderToString(<View className="below" name="Ada" />)).toBe(
    '<div class="below"><!--$--><p>Hello <!-- -->Ada</p><!--/$--></div>',
  )
})

test('preparing again fetches nothing again', async () => {
  let times = 0
  const { prepare } = lazySection(async () => {
    times += 1
    return Greeting
  })
  await prepare()
  await prepare()
  expect(times).toBe(1)
})

test('a part that is still to come leaves its place, and the rest of the page stands', () => {
  const { View } = lazySection(async () => Greeting)
  const html = renderToString(
    <Suspense>
      <h1>A product</h1>
      <View className="below" name="Ada" />
    </Suspense>,
  )
  expect(html).toContain('<h1>A product</h1><div class="below">')
  expect(html).not.toContain('Hello')
})

function Greeting({ name }: { name: string }) {
  return <p>Hello {name}</p>
}
