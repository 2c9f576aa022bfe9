/** A scene as it was filmed: how long it is, and what is to be read meanwhile. */
export type Filmed = Readonly<{ seconds: number; captions: readonly string[] }>

/** How long one scene fades into the next, in seconds. */
export const FADE = 0.4

/** When each scene begins, in seconds: it begins while the one before it fades. */
export function startsOf(scenes: readonly Pick<Filmed, 'seconds'>[]): number[] {
  let at = 0
  return scenes.map(({ seconds }) => {
    const start = at
    at += seconds - FADE
    return start
  })
}

/** The captions as WebVTT (w3.org/TR/webvtt1): those of a scene share its time evenly. */
export function captionsFile(scenes: readonly Filmed[]): string {
  const starts = startsOf(scenes)
  const cues = scenes.flatMap(({ seconds, captions }, scene) => {
    const length = (seconds - FADE) / captions.length
    return captions.map((text, place) => {
      const from = (starts[scene] ?? 0) + place * length
      return `${timestamp(from)} --> ${timestamp(from + length)}\n${text}\n`
    })
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

function timestamp(seconds: number): string {
  const thousandths = Math.round(seconds * 1000)
  const part = (value: number, digits: number): string => String(value).padStart(digits, '0')
  return `${part(Math.floor(thousandths / 60_000), 2)}:${part(Math.floor(thousandths / 1000) % 60, 2)}.${part(thousandths % 1000, 3)}`
}
