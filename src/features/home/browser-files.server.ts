import type { FastifyInstance } from 'fastify'

const cacheControl = 'public, max-age=3600'

// Personal or volatile pages, and paths with side effects, are never fetched before they are opened.
const neverPrefetched = [
  '/account/*',
  '/account',
  '/admin/*',
  '/admin',
  '/basket',
  '/checkout*',
  '/login*',
  '/newsletter/*',
  '/order/*',
  '/order-pad*',
  '/password/*',
  '/media/*',
  '/_sandbox/*',
]

// Prefetches on hover or touch ('moderate'), since the link is then most likely followed.
const speculationRules = {
  prefetch: [
    {
      where: {
        and: [{ href_matches: '/*' }, ...neverPrefetched.map(path => ({ not: { href_matches: path } }))],
      },
      eagerness: 'moderate',
    },
  ],
}

/** Registers files that browsers request themselves: speculation rules and the web app manifest. */
export function registerBrowserFiles(app: FastifyInstance, shopName: string): void {
  // With Save-Data nothing is prefetched.
  app.get('/speculation-rules.json', async (request, reply) =>
    reply
      .type('application/speculationrules+json')
      .header('cache-control', cacheControl)
      .header('vary', 'Save-Data')
      .send(JSON.stringify(request.headers['save-data'] === 'on' ? {} : speculationRules)),
  )

  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', cacheControl)
      .send(
        JSON.stringify({
          name: shopName,
          short_name: shopName,
          start_url: '/',
          display: 'browser',
          background_color: '#faf9f6',
          theme_color: '#17212b',
          icons: [
            { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
            { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
            { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          ],
        }),
      ),
  )
}
