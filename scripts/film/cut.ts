import { runCaptured } from '../command.ts'
import { FRAMES_PER_SECOND } from './camera.ts'
import { FADE, getStartTimes } from './captions.ts'

/** The pictures of a scene, and its length in seconds. */
export type Reel = Readonly<{ folder: string; seconds: number }>

/**
 * Joins the scenes into `<name>.mp4` by ffmpeg: H.264 in the form that all players know. Throws with what ffmpeg
 * said when it fails or is not there (Debian: apt-get install ffmpeg).
 */
export async function cutFilm(reels: readonly Reel[], name: string): Promise<void> {
  const film = ['-filter_complex', toFadeFilter(reels), '-map', '[film]', '-an', ...COLOURS, ...H264]
  await ffmpeg([...reels.flatMap(toInputArgs), ...film, `${name}.mp4`])
}

// Its head comes first, so that a player can begin before it has all; a whole picture every two seconds to jump to.
const H264 = ['-c:v', 'libx264', '-preset', 'medium', '-crf', '26', '-g', '50', '-movflags', '+faststart']
// Fading mixes in more colours than Safari plays: back to one for four pixels.
const COLOURS = ['-pix_fmt', 'yuv420p', '-colorspace', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']

function toInputArgs({ folder }: Reel): string[] {
  return ['-framerate', String(FRAMES_PER_SECOND), '-i', `${folder}/%05d.jpg`]
}

/** One scene fades into the next; the colours of the pictures become those of films. */
function toFadeFilter(reels: readonly Reel[]): string {
  const starts = getStartTimes(reels)
  const inputFilters = reels.map(
    (_, scene) =>
      `[${scene}]scale=in_range=full:out_range=tv:out_color_matrix=bt709,format=yuv420p,settb=AVTB[s${scene}]`,
  )
  const fades = reels.slice(1).map((_, index) => {
    const inputLabel = index === 0 ? 's0' : `f${index}`
    const outputLabel = index === reels.length - 2 ? 'film' : `f${index + 1}`
    return `[${inputLabel}][s${index + 1}]xfade=duration=${FADE}:offset=${starts[index + 1]?.toFixed(3)}[${outputLabel}]`
  })
  return [...inputFilters, ...fades].join(';')
}

async function ffmpeg(args: readonly string[]): Promise<void> {
  const { code, output } = await runCaptured({
    program: 'ffmpeg',
    args: ['-y', '-loglevel', 'error', ...args],
  })
  if (code !== 0) throw new Error(`ffmpeg failed: ${output}`)
}
