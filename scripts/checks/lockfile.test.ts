import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
})

const { packages } = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))

// `npm install` leaves out a platform package it cannot find; `npm ci` then refuses the lock on every machine.
test('the lockfile includes every optional package of every package', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`])
      .map((name) => `${path} needs ${name}`),
  )
  expect(missing).toEqual([])
})

test('the lockfile names no registry, so that each machine uses its own', () => {
  expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})
