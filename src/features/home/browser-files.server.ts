import type { FastifyInstance } from 'fastify'

const keptHeader = 'public, max-age=3600'

// What is personal, changes with each look, or does something, is fetched when it is wanted and not before.
const neverAhead = [
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

// Whoever rests on a link, or puts a finger on it, most likely follows it.
const speculationRules = {
  prefetch: [
    {
      where: {
        and: [{ href_matches: '/*' }, ...neverAhead.map(path => ({ not: { href_matches: path } }))],
      },
      eagerness: 'moderate',
    },
  ],
}

/** Files that browsers ask for of themselves: what to fetch ahead, and how the shop looks on a home screen. */
export function browserFiles(app: FastifyInstance, shopName: string): void {
  // Who saves data has nothing fetched that he may not want.
  app.get('/speculation-rules.json', async (request, reply) =>
    reply
      .type('application/speculationrules+json')
      .header('cache-control', keptHeader)
      .header('vary', 'Save-Data')
      .send(JSON.stringify(request.headers['save-data'] === 'on' ? {} : speculationRules)),
  )

  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', keptHeader)
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
