import { readFileSync, statSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { toWebVtt, getStartTimes } from './captions.ts'
import { SCENES } from './scenes.ts'

const NAME = 'public/films/first-steps'

test('captions start with their scenes, and captions of one scene share its time', () => {
  const scenes = [
    { seconds: 4.4, captions: ['One.'] },
    { seconds: 62.4, captions: ['Two.', 'Three.'] },
  ]
  expect(getStartTimes(scenes)).toEqual([0, 4])
  expect(toWebVtt(scenes)).toBe(
    [
      'WEBVTT\n',
      '00:00.000 --> 00:04.000\nOne.\n',
      '00:04.000 --> 00:35.000\nTwo.\n',
      '00:35.000 --> 01:06.000\nThree.\n',
    ].join('\n'),
  )
})

test('the recorded film has the captions of the current scenes and lasts 20 to 45 seconds', () => {
  const lines = readFileSync(`${NAME}.vtt`, 'utf8').split('\n')
  expect(lines[0]).toBe('WEBVTT')
  const times = lines.filter((line) => line.includes('-->'))
  const captionLines = lines.filter((line) => line !== '' && line !== 'WEBVTT' && !line.includes('-->'))
  expect(captionLines).toEqual(SCENES.flatMap(({ captions }) => captions))
  const [, seconds] = /--> 00:(\d+\.\d+)$/.exec(times.at(-1) ?? '') ?? []
  expect(Number(seconds)).toBeGreaterThan(20)
  expect(Number(seconds)).toBeLessThan(45)
})

test('film and poster have 1280 by 720 pixels and under 3 MB together, and the film can be streamed', async () => {
  const files = ['mp4', 'webp', 'vtt'].map((kind) => statSync(`${NAME}.${kind}`).size)
  expect(files.reduce((sum, size) => sum + size, 0)).toBeLessThan(3_000_000)
  expect(await sharp(`${NAME}.webp`).metadata()).toMatchObject({ width: 1280, height: 720 })
  const film = readFileSync(`${NAME}.mp4`)
  expect(film.subarray(4, 8).toString()).toBe('ftyp')
  expect(film.indexOf('moov')).toBeLessThan(film.indexOf('mdat'))
  // The profile "High" (ISO 14496-15, 5.3.3.1); Safari does not play higher profiles.
  expect(film[film.indexOf('avcC') + 5]).toBe(100)
  // The picture size in an H.264 track (ISO 14496-12, 12.1.3), 28 bytes after the name of its entry.
  const entry = film.indexOf('avc1', film.indexOf('stsd')) + 4
  expect([film.readUInt16BE(entry + 24), film.readUInt16BE(entry + 26)]).toEqual([1280, 720])
})
