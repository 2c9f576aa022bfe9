import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import { listenToChannels, type Listener, notify, type Subscribe } from '#database/connections/listen.ts'
import { createLog } from '#platform/log.ts'
import { startFakeValkey } from '#tests/fakes/valkey.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { relayNotifications, subscribeThroughValkey } from './valkey-notifications.ts'

const { db, url: databaseUrl } = await createTestDatabase()
const log = createLog('silent')
const open: Listener[] = []
afterAll(() => Promise.all(open.map((one) => one.close())))

const listen: Subscribe = (options) => listenToChannels({ ...options, url: databaseUrl })

/** Starts a relay and a subscriber; returns the notifications, and how often some may be missing. */
async function startBoth(url: string, { silenceMs = 30_000 } = {}) {
  const settings = { url, prefix: randomUUID() }
  const onNotification = vi.fn<(channel: string, payload: string) => void>()
  const onReconnect = vi.fn<() => void>()
  const onLost = vi.fn<() => void>()
  const relay = async () => {
    const started = await relayNotifications(settings, {
      channels: ['news'],
      subscribe: listen,
      log,
      heartbeatMs: 20,
    })
    open.push(started)
    return started
  }
  const subscribe = subscribeThroughValkey(settings, log, { silenceMs })
  const handlers = { onNotification, onReconnect, onLost }
  open.push(await subscribe({ channels: ['news'], ...handlers, log: () => undefined }))
  return { ...handlers, relay }
}

test('relays a database notification to a process that listens to Valkey only', async () => {
  const fake = await startFakeValkey()
  const { onNotification, onReconnect, relay } = await startBoth(process.env['VALKEY_TEST_URL'] ?? fake.url)
  // Reports once that earlier notifications may be missing.
  await vi.waitFor(() => expect(onReconnect).toHaveBeenCalled())
  await relay()
  await vi.waitFor(async () => {
    await notify(db, 'news', 'Größe 54')
    expect(onNotification).toHaveBeenCalledWith('news', 'Größe 54')
  })
  await notify(db, 'other', 'not for it')
  await notify(db, 'news', 'the last')
  await vi.waitFor(() => expect(onNotification).toHaveBeenCalledWith('news', 'the last'))
  expect(onNotification).not.toHaveBeenCalledWith('other', expect.anything())
})

test('after Valkey recovers, subscribers refresh and receive new notifications', async () => {
  const fake = await startFakeValkey()
  await fake.stop()
  // Both start without Valkey.
  const { onNotification, onReconnect, relay } = await startBoth(fake.url)
  await relay()
  await notify(db, 'news', 'missed')
  expect(onReconnect).not.toHaveBeenCalled()
  await fake.start()
  await vi.waitFor(() => expect(onReconnect).toHaveBeenCalled(), { timeout: 60_000 })
  await vi.waitFor(
    async () => {
      await notify(db, 'news', 'received')
      expect(onNotification).toHaveBeenCalledWith('news', 'received')
    },
    { timeout: 60_000 },
  )
  expect(onNotification).not.toHaveBeenCalledWith('news', 'missed')
})

test('a subscriber is told when notifications stay away, and when they may come again', async () => {
  const fake = await startFakeValkey()
  const { onReconnect, onLost } = await startBoth(fake.url)
  // Until it has subscribed, none arrive.
  expect(onLost).toHaveBeenCalledTimes(1)
  await vi.waitFor(() => expect(onReconnect).toHaveBeenCalled())
  await fake.stop()
  await vi.waitFor(() => expect(onLost.mock.calls.length).toBeGreaterThan(1))
  const [lost] = onLost.mock.invocationCallOrder.slice(-1)
  await fake.start()
  await vi.waitFor(() => expect(onReconnect.mock.invocationCallOrder.at(-1)).toBeGreaterThan(lost ?? 0), {
    timeout: 60_000,
  })
})

test('a subscriber learns that no process relays, and refreshes when one does again', async () => {
  const fake = await startFakeValkey()
  const { onNotification, onReconnect, onLost, relay } = await startBoth(fake.url, { silenceMs: 300 })
  await vi.waitFor(() => expect(onReconnect).toHaveBeenCalled())
  // The process that would relay does not run, or has ended without a word.
  await vi.waitFor(() => expect(onLost.mock.calls.length).toBeGreaterThan(1))
  const [lost] = onLost.mock.invocationCallOrder.slice(-1)
  const running = await relay()
  await vi.waitFor(() => expect(onReconnect.mock.invocationCallOrder.at(-1)).toBeGreaterThan(lost ?? 0))
  await vi.waitFor(async () => {
    await notify(db, 'news', 'received')
    expect(onNotification).toHaveBeenCalledWith('news', 'received')
  })
  const lostCount = onLost.mock.calls.length
  await running.close()
  await vi.waitFor(() => expect(onLost.mock.calls.length).toBeGreaterThan(lostCount))
  // What a relay says of itself is no notification.
  expect(onNotification.mock.calls.every(([channel]) => channel === 'news')).toBe(true)
})

test('a new relay has subscribers refresh once it listens, as none listened before', async () => {
  const fake = await startFakeValkey()
  const { onReconnect } = await startBoth(fake.url)
  await vi.waitFor(() => expect(onReconnect).toHaveBeenCalled())
  const settings = { url: fake.url, prefix: randomUUID() }
  let countBefore = -1
  const countReports = () =>
    fake.published.filter(({ channel }) => channel === `${settings.prefix}:lost`).length
  const slowListen: Subscribe = async (options) => {
    // The connection to Valkey is ready before the one to the database.
    await vi.waitFor(() => expect(countReports()).toBe(1))
    countBefore = countReports()
    return listen(options)
  }
  open.push(await relayNotifications(settings, { channels: ['news'], subscribe: slowListen, log }))
  await vi.waitFor(() => expect(countReports()).toBe(countBefore + 1))
})
