import { expect, test } from 'vitest'
import { HERO_INTERVAL_MS, HERO_SLIDES, nextSlide } from './hero.tsx'

test('three pictures rotate every five seconds, and the first follows the last [LAND-02, CONST-07, STATE-17]', () => {
  expect([HERO_SLIDES.length, HERO_INTERVAL_MS]).toEqual([3, 5_000])
  expect([0, 1, 2].map(nextSlide)).toEqual([1, 2, 0])
})
