import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findDebianProgram } from './debian-packages.ts'

const programs = '/usr/lib/postgresql/15/bin'

/** Debian's PostgreSQL 15, with its clusters in a folder that is removed at the end. */
export interface DebianPostgres {
  folder: string
  /** Runs a program of PostgreSQL as an unprivileged user, because PostgreSQL does not run as root. */
  run(program: string, ...parameters: string[]): void
  /** Creates a cluster in the sub-folder `name`. */
  create(name: string, ...parameters: string[]): void
  addSettings(name: string, settings: Record<string, string>): void
  start(name: string): void
  stop(name: string): void
  /** Of its postmaster. */
  pid(name: string): number
  /** Ends all its processes as a power cut would: none can answer or write any more. */
  kill(name: string): void
  /** Stops these clusters, where they run, and removes the folder. */
  close(names: string[]): void
}

export function prepareDebianPostgres(): DebianPostgres {
  if (!existsSync(join(programs, 'pg_basebackup'))) findDebianProgram('pg_ctlcluster', 'postgresql-15')
  const folder = mkdtempSync(join(tmpdir(), 'debian-postgres-'))
  chmodSync(folder, 0o777)
  const postgres: DebianPostgres = {
    folder,
    run(program, ...parameters) {
      const command = [join(programs, program), ...parameters]
      const [first = '', ...rest] =
        process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command
      execFileSync(first, rest, { cwd: '/', stdio: 'ignore' })
    },
    create(name, ...parameters) {
      postgres.run('initdb', '-D', join(folder, name), '--encoding=UTF8', '--locale=C', ...parameters)
    },
    addSettings(name, settings) {
      const lines = Object.entries(settings).map(([setting, value]) => `${setting} = '${value}'\n`)
      appendFileSync(join(folder, name, 'postgresql.conf'), lines.join(''))
    },
    start(name) {
      const log = join(folder, `${name}.log`)
      postgres.run('pg_ctl', '-D', join(folder, name), '-l', log, '-w', '-t', '120', 'start')
    },
    stop(name) {
      postgres.run('pg_ctl', '-D', join(folder, name), '-w', '-m', 'fast', 'stop')
    },
    pid(name) {
      return Number.parseInt(readFileSync(join(folder, name, 'postmaster.pid'), 'utf8'), 10)
    },
    kill(name) {
      const postmaster = postgres.pid(name)
      const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
      const pids = [String(postmaster), ...children.trim().split(' ')]
      // One that has ended meanwhile is an error of the command, not of the test.
      spawnSync('kill', ['-9', ...pids])
      rmSync(join(folder, name, 'postmaster.pid'))
    },
    close(names) {
      for (const name of names) {
        if (existsSync(join(folder, name, 'postmaster.pid'))) postgres.stop(name)
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return postgres
}
