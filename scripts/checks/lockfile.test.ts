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
test('the lock has every optional package of every package in it', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`])
      .map((name) => `${path} needs ${name}`),
  )
  expect(missing).toEqual([])
})

test('the lock names no address, so that each machine installs from its own registry', () => {
  expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})
