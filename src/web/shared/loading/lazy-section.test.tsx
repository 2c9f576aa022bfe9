import { Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { lazySection } from './lazy-section.tsx'

test('the server renders a prepared section in one pass', async () => {
  const { prepare, View } = lazySection(async () => Greeting)
  await prepare()
  expect(renderToString(<View className="below" name="Ada" />)).toBe(
    '<div class="below"><!--$--><p>Hello <!-- -->Ada</p><!--/$--></div>',
  )
})

test('preparing a section again does not load it again', async () => {
  let times = 0
  const { prepare } = lazySection(async () => {
    times += 1
    return Greeting
  })
  await prepare()
  await prepare()
  expect(times).toBe(1)
})

test('a section that is not loaded keeps its space, and the rest of the page is rendered', () => {
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
