// The page without a network: what was loaded once is kept and served when the server does not answer.
const KEPT = 'hexless-shell-1'
self.addEventListener('install', (event) => event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(['/', '/icon.svg']))))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url)
  if (event.request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return
  const fresh = fetch(event.request).then(async (reply) => {
    if (reply.ok) await caches.open(KEPT).then((kept) => kept.put(event.request, reply.clone()))
    return reply
  })
  event.respondWith(fresh.catch(async () => (await caches.match(event.request)) ?? Response.error()))
})
