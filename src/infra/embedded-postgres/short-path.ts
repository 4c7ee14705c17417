import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A way to a socket's folder that is short enough to be connected to. */
export interface ShortPath {
  folder: string
  remove(): void
}

// A socket's address holds 108 bytes on Linux and 104 on macOS, the closing zero included.
const longestPathBytes = 103

/** The folder itself where it is short enough, else a link to it that only we can reach. */
export function shortPath(folder: string): ShortPath {
  if (fits(folder)) return { folder, remove: () => undefined }
  const home = mkdtempSync(
    join(fits(join(tmpdir(), 'filterhouse-XXXXXX/s')) ? tmpdir() : '/tmp', 'filterhouse-'),
  )
  const link = join(home, 's')
  symlinkSync(folder, link)
  return { folder: link, remove: () => rmSync(home, { recursive: true, force: true }) }
}

function fits(folder: string): boolean {
  return Buffer.byteLength(`${folder}/.s.PGSQL.5432`) <= longestPathBytes
}
