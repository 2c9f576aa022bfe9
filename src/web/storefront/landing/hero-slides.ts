/** So long each picture of the hero stands, in milliseconds (CONST-07). */
export const HERO_INTERVAL_MS = 5_000

/** The three pictures of the hero. `tone` says whether dark or light letters stand on it; `mirrored` ones show their pieces on the right. */
export const HERO_SLIDES = [
  {
    name: 'silk',
    alt: 'A diamond solitaire, a sapphire halo ring and a strand of pearls on ivory silk',
    tone: 'light',
    mirrored: false,
  },
  {
    name: 'midnight',
    alt: 'A sapphire ring, an eternity ring and a line of diamonds on dark marble',
    tone: 'dark',
    mirrored: true,
  },
  {
    name: 'sunlit-stone',
    alt: 'Gold hoops, a signet ring and an open cuff on travertine in the sun',
    tone: 'light',
    mirrored: false,
  },
] as const

/** The slide after `index`; after the last comes the first (STATE-17). */
export function nextSlide(index: number): number {
  return (index + 1) % HERO_SLIDES.length
}
