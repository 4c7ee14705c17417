import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** The process id follows. */
export const scratchPrefix = 'filterhouse-check-'

const memoryFolder = '/dev/shm'
const neededBytes = 6 * 2 ** 30
const abandonedMs = 6 * 60 * 60 * 1000

/**
 * Where the check's temporary folder is made: in memory when it is free and programs may run there, because the tests
 * copy hundreds of databases of a thousand files each, which takes a tenth of the processor time of a disk's file system.
 */
export function chooseScratchParent(): string {
  if (!isUsable()) return tmpdir()
  deleteAbandonedFolders()
  return memoryFolder
}

function isUsable(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map(line => line.split(' '))
      .findLast(([, path]) => path === memoryFolder)
    const isExecutable = mount?.[2] === 'tmpfs' && !mount[3]!.split(',').includes('noexec')
    return isExecutable && bavail * bsize >= neededBytes && freemem() >= neededBytes
  } catch {
    // No Linux, or no such folder.
    return false
  }
}

/** Those of checks that were killed would take up memory until the next start of the machine. */
function deleteAbandonedFolders(): void {
  const names = readdirSync(memoryFolder).filter(name => name.startsWith(scratchPrefix))
  for (const name of names) {
    const pid = Number.parseInt(name.slice(scratchPrefix.length), 10)
    const folder = join(memoryFolder, name)
    try {
      // A container that shares the folder has processes of its own.
      const isOld = Date.now() - statSync(folder).mtimeMs > abandonedMs
      if (isOld && !existsSync(`/proc/${pid}`)) rmSync(folder, { recursive: true, force: true })
    } catch {
      // Another user's.
    }
  }
}
