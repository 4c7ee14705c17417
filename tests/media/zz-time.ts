import { openImages } from '../../src/media/images.server.ts'
import { mkdtempSync } from 'node:fs'
const recipe = (shape: string) => ({ shape, od: 93, height: 142, width: 80, colour: '#c8102e', accent: '#17212b', label: 'Filterhouse', code: 'FH-OIL-1' }) as never
const dir = mkdtempSync('/tmp/h2-img-')
const images = openImages({ dataDir: dir, recipeOf: async f => recipe(f.replace(/\.jpg.*/, '')) })
await images.picture(await images.look('kit.jpg'), 200, 'avif')
for (const shape of ['spin-on', 'element', 'air-round', 'strainer', 'panel', 'kit'])
  for (const format of ['avif', 'webp', 'jpeg'] as const) {
    const line = [shape, format]
    for (const size of [50, 100, 585, 1170] as const) {
      const t = performance.now()
      const p = await images.picture(await images.look(`${shape}.jpg`), size, format)
      line.push(`${size}: ${(performance.now() - t).toFixed(0)}ms ${(p.bytes.length / 1024).toFixed(1)}K`)
    }
    console.log(line.join('  '))
  }
