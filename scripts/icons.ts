import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

// `node scripts/icons.ts`: renders the logo, public/favicon.svg, in the formats that browsers request besides.

const folder = join(import.meta.dirname, '..', 'public')
const logo = await readFile(join(folder, 'favicon.svg'), 'utf8')
// Where the system rounds the corners itself, the background fills the square.
const square = logo.replace('rx="6"', 'rx="0"')

await writeFile(join(folder, 'apple-touch-icon.png'), await renderPng(square, 180))
await writeFile(join(folder, 'icon-192.png'), await renderPng(logo, 192))
await writeFile(join(folder, 'icon-512.png'), await renderPng(logo, 512))
await writeFile(join(folder, 'favicon.ico'), createIco(await renderPng(logo, 32), 32))

function renderPng(svg: string, px: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * px) / 36 })
    .resize(px, px)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

/** An ICO with one image: a header of 6 bytes, its entry of 16, and the PNG. */
function createIco(png: Buffer, px: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(px, 6)
  head.writeUInt8(px, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
