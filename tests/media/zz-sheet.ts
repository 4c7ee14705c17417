import sharp from 'sharp'
import { drawFilter } from '../../src/media/drawing.ts'
import { openLettering } from '../../src/media/lettering.server.ts'
const L = openLettering()
const c = (shape: string, od: number, height: number, colour: string, accent: string, code: string, width?: number, label = 'Filterhouse') => ({ shape, od, height, width, colour, accent, code, label }) as never
const all = [
 c('spin-on', 93, 142, '#c8102e', '#17212b', 'FH-OIL-1'), c('spin-on', 118, 302, '#1d4f91', '#17212b', 'LF19009', undefined, 'Fleetguard'),
 c('element', 83, 160, '#2f7d4f', '#17212b', 'FH-F-10234'), c('air-round', 281, 381, '#2a343e', '#17212b', 'FH-AIR-1'),
 c('air-conical', 240, 420, '#1c2a38', '#17212b', 'P781039', undefined, 'Donaldson'), c('panel', 300, 58, '#c47a12', '#17212b', 'FH-P-1023', 204),
 c('cabin', 300, 48, '#4a5560', '#5d666e', 'FH-C-1023', 204), c('in-line', 55, 140, '#1d4f91', '#17212b', 'FH-F-233'),
 c('separator', 108, 260, '#33404d', '#17212b', 'FH-S-2201'), c('strainer', 86, 150, '#c8102e', '#17212b', 'FH-H-22'),
 c('breather', 80, 130, '#2a343e', '#17212b', 'FH-B-11'), c('dryer', 140, 165, '#e8e6df', '#17212b', 'FH-D-100'),
 c('housing', 280, 520, '#3f4a55', '#17212b', 'FH-P-77'), c('seal-ring', 72, 5, '#1f2830', '#17212b', 'FH-SEAL-1'), c('kit', 300, 200, '#c8102e', '#17212b', 'FH-K-500'),
]
const px = 585
const parts = await Promise.all([all[0],all[2],all[4],all[6],all[8],all[9],all[10],all[11]].map(async (r, i) => ({ input: await sharp(Buffer.from(drawFilter(r as never, L, { dimensions: true }))).resize(px).png().toBuffer(), left: (i % 4) * px, top: Math.floor(i / 4) * px })))
await sharp({ create: { width: 4 * px, height: 2 * px, channels: 3, background: '#ddd' } }).composite(parts).png().toFile('/tmp/h2-sheet.png')
const t = 100
const small = await Promise.all(all.map(async (r, i) => ({ input: await sharp(Buffer.from(drawFilter(r, L, { dimensions: false }))).resize(t - 4).png().toBuffer(), left: (i % 8) * t, top: Math.floor(i / 8) * t })))
await sharp({ create: { width: 8 * t, height: 2 * t, channels: 3, background: '#ddd' } }).composite(small).png().toFile('/tmp/h2-small.png')
