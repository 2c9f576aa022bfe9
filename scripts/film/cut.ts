import { runQuietly } from '../command.ts'
import { FRAMES_PER_SECOND } from './camera.ts'
import { FADE, startsOf } from './captions.ts'

/** The pictures of a scene, and its length in seconds. */
export type Reel = Readonly<{ folder: string; seconds: number }>

/**
 * Puts the scenes together into `<name>.mp4` by ffmpeg: H.264 in the form that all players know. Throws with what ffmpeg said
 * when it fails or is not there (Debian: apt-get install ffmpeg).
 */
export async function cutFilm(reels: readonly Reel[], name: string): Promise<void> {
  const film = ['-filter_complex', fading(reels), '-map', '[film]', '-an', ...COLOURS, ...H264]
  await ffmpeg([...reels.flatMap(inputOf), ...film, `${name}.mp4`])
}

// Its head comes first, so that a player can begin before it has all; a whole picture every two seconds to jump to.
const H264 = ['-c:v', 'libx264', '-preset', 'medium', '-crf', '26', '-g', '50', '-movflags', '+faststart']
// Fading mixes in more colours than Safari plays: back to one for four pixels.
const COLOURS = ['-pix_fmt', 'yuv420p', '-colorspace', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']

function inputOf({ folder }: Reel): string[] {
  return ['-framerate', String(FRAMES_PER_SECOND), '-i', `${folder}/%05d.jpg`]
}

/** One scene fades into the next; the colours of the pictures become those of films. */
function fading(reels: readonly Reel[]): string {
  const starts = startsOf(reels)
  const plain = reels.map(
    (_, scene) =>
      `[${scene}]scale=in_range=full:out_range=tv:out_color_matrix=bt709,format=yuv420p,settb=AVTB[s${scene}]`,
  )
  const fades = reels.slice(1).map((_, place) => {
    const before = place === 0 ? 's0' : `f${place}`
    const after = place === reels.length - 2 ? 'film' : `f${place + 1}`
    return `[${before}][s${place + 1}]xfade=duration=${FADE}:offset=${starts[place + 1]?.toFixed(3)}[${after}]`
  })
  return [...plain, ...fades].join(';')
}

async function ffmpeg(args: readonly string[]): Promise<void> {
  const { code, output } = await runQuietly({
    program: 'ffmpeg',
    args: ['-y', '-loglevel', 'error', ...args],
  })
  if (code !== 0) throw new Error(`ffmpeg failed: ${output}`)
}
