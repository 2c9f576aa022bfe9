import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

const KEYS = { FILES_ACCESS_KEY: 'key', FILES_SECRET_KEY: 'secret' }

test('stores files in the data folder, or in object storage with an address and a key', () => {
  expect(loadConfig({}).files).toBeUndefined()
  const own = 's3://shop-files/one?endpoint=http://10.0.0.7:3900&region=garage&path-style=1'
  expect(loadConfig({ ...KEYS, FILES_URL: own }).files).toEqual({
    bucket: 'shop-files',
    prefix: 'one/',
    endpoint: 'http://10.0.0.7:3900',
    region: 'garage',
    isPathStyle: true,
    accessKey: 'key',
    secretKey: 'secret',
  })
  expect(loadConfig({ ...KEYS, FILES_URL: 's3://shop-files?region=eu-central-1' }).files).toMatchObject({
    prefix: '',
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    isPathStyle: false,
  })
})

test.each([
  ['https://s3.example.com/bucket', /FILES_URL: must look like s3:/],
  ['s3://UP_CASE', /FILES_URL: must look like s3:/],
  ['s3://key:secret@shop-files', /FILES_URL: must not hold keys/],
  ['s3://shop-files?path_style=1', /FILES_URL: has the unknown parameter path_style/],
  ['s3://shop-files?endpoint=s3.example.com', /FILES_URL: must name its endpoint/],
  ['s3://shop-files?endpoint=https://s3.example.com/bucket', /FILES_URL: must name its endpoint/],
  ['s3://shop-files/a%20b', /FILES_URL: may have lower-case letters/],
])('rejects the address %s with the reason', (url, fault) => {
  expect(() => loadConfig({ ...KEYS, FILES_URL: url })).toThrowError(fault)
})

test('rejects an address without a key, and a key without an address', () => {
  expect(() => loadConfig({ FILES_URL: 's3://shop-files' })).toThrowError(
    /FILES_ACCESS_KEY: is required with FILES_URL[\s\S]*FILES_SECRET_KEY: is required/,
  )
  expect(() => loadConfig(KEYS)).toThrowError(/FILES_URL: is required with FILES_ACCESS_KEY/)
})
