import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { settingNames } from '../../src/infra/config.ts'
import { findDebianProgram } from '../support/debian-packages.ts'
import { read, root } from '../support/sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'deploy-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(['filterhouse@.service', 'filterhouse-backup.service'])(
  'the unit %s exposes little of the system (R-RUN-23)',
  name => {
    const unit = join(folder, name.replace('@', '@3001'))
    copyFileSync(join(root, 'deploy/systemd', name), unit)
    const analyze = findDebianProgram('systemd-analyze', 'systemd')
    // The exposure times ten: 1.2 of 10.
    const { status, stdout, stderr } = spawnSync(
      analyze,
      ['security', '--offline=true', '--threshold=12', '--no-pager', unit],
      { encoding: 'utf8' },
    )
    expect(status, `${stdout}${stderr}`).toBe(0)
    // Unknown directives are warnings.
    expect(stderr).not.toMatch(/Unknown (?:key|lvalue|section)|Failed to parse/i)
  },
)

test('a shop starts after the database and its pooler, and comes back when they come later', () => {
  const unit = read('deploy/systemd/filterhouse@.service')
  expect(unit).toMatch(/^After=.*\bpostgresql\.service pgbouncer\.service$/m)
  // An unreachable database ends the start with exit code 78.
  expect(unit).not.toContain('RestartPreventExitStatus')
  expect(unit).toMatch(/^Restart=always\nRestartSec=\d+$/m)
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m)
})

test('compose.yaml is valid: two processes, PostgreSQL, nginx and a mail catcher', () => {
  const program = findDebianProgram('docker-compose', 'docker-compose')
  const parameters = ['-f', join(root, 'deploy/compose.yaml'), 'config', '--services']
  const env = { ...process.env, SESSION_SECRET: 'x'.repeat(32) }
  const services = execFileSync(program, parameters, {
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  expect(services.trim().split('\n').sort()).toEqual(['database', 'mail', 'nginx', 'shop-1', 'shop-2'])
})

const units = ['filterhouse@.service', 'filterhouse-backup.service'].map(name =>
  read(`deploy/systemd/${name}`),
)

test('the files name only settings that the shop knows', () => {
  const names = [
    ...read('deploy/systemd/filterhouse.env.example').matchAll(/^([A-Z_]+)=/gm),
    ...read('deploy/compose.yaml').matchAll(/^ {4}([A-Z_]+): /gm),
    ...units.flatMap(unit => [...unit.matchAll(/[= ]([A-Z_]+)=/g)]),
  ].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter(name => !settingNames.includes(name!))).toEqual([])
})

test('the paths that the files name are those of docs/operations.md', () => {
  const documentation = read('docs/operations.md')
  for (const path of [
    '/opt/filterhouse/current',
    '/etc/filterhouse/filterhouse.env',
    '/var/lib/filterhouse',
  ]) {
    expect(documentation).toContain(path)
    for (const unit of units) expect(unit).toContain(path)
  }
  expect(() => execFileSync('sh', ['-n', join(root, 'deploy/rolling-restart.sh')])).not.toThrow()
})
