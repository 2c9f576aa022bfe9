import './quick-loading.ts'

// Only what is imported from here on is loaded quickly.
await import('./import-feed.ts')
