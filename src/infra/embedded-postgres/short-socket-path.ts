import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A path of a socket's folder that is short enough to be connected to. */
export interface SocketFolder {
  folder: string
  remove(): void
}

// A socket address holds 108 bytes on Linux and 104 on macOS, including the terminating zero.
const maxPathBytes = 103

/** The folder itself where its path is short enough, else a link to it that only this user can reach. */
export function createShortSocketPath(folder: string): SocketFolder {
  if (isShortEnough(folder)) return { folder, remove: () => undefined }
  const linkFolder = mkdtempSync(
    join(isShortEnough(join(tmpdir(), 'filterhouse-XXXXXX/s')) ? tmpdir() : '/tmp', 'filterhouse-'),
  )
  const link = join(linkFolder, 's')
  symlinkSync(folder, link)
  return { folder: link, remove: () => rmSync(linkFolder, { recursive: true, force: true }) }
}

function isShortEnough(folder: string): boolean {
  return Buffer.byteLength(`${folder}/.s.PGSQL.5432`) <= maxPathBytes
}
