// Stands in for the service worker where it is switched off: lets go of all that was kept, and of itself.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(leave()))

async function leave() {
  for (const name of await caches.keys()) if (name.startsWith('cabochon-')) await caches.delete(name)
  await self.registration.unregister()
}
