/** A scene as it was filmed: how long it is, and what is to be read meanwhile. */
export type FilmedScene = Readonly<{ seconds: number; captions: readonly string[] }>

/** The duration of a fade between scenes, in seconds. */
export const FADE = 0.4

/** Returns the start of each scene in seconds. A scene begins while the one before it fades. */
export function getStartTimes(scenes: readonly Pick<FilmedScene, 'seconds'>[]): number[] {
  let time = 0
  return scenes.map(({ seconds }) => {
    const start = time
    time += seconds - FADE
    return start
  })
}

/** Returns the captions as WebVTT (w3.org/TR/webvtt1); those of a scene share its time evenly. */
export function toWebVtt(scenes: readonly FilmedScene[]): string {
  const starts = getStartTimes(scenes)
  const cues = scenes.flatMap(({ seconds, captions }, scene) => {
    const length = (seconds - FADE) / captions.length
    return captions.map((text, index) => {
      const from = (starts[scene] ?? 0) + index * length
      return `${formatTimestamp(from)} --> ${formatTimestamp(from + length)}\n${text}\n`
    })
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

function formatTimestamp(seconds: number): string {
  const thousandths = Math.round(seconds * 1000)
  const padNumber = (value: number, digits: number): string => String(value).padStart(digits, '0')
  return `${padNumber(Math.floor(thousandths / 60_000), 2)}:${padNumber(Math.floor(thousandths / 1000) % 60, 2)}.${padNumber(thousandths % 1000, 3)}`
}
