import S3rver from '@20minutes/s3rver'

// node bench/cluster/storage/storage-server.ts FOLDER PORT: an object storage with the bucket `shop-files`.
const [, , directory = '', port = ''] = process.argv
await new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  directory,
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name: 'shop-files' }],
}).run()
