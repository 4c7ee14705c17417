import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseConfig } from './infra/config.ts'
import { createConfiguredProviders } from './payment-providers.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'fh-payment-providers-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const listNames = (env: Record<string, string>) =>
  createConfiguredProviders(parseConfig({ DATA_DIR: dataDir, ...env })).map(({ name }) => name)

test('an operator configures a payment provider by its settings', () => {
  expect(listNames({})).toEqual([])
  expect(listNames({ OPAYO_VENDOR: 'filterhouse' })).toEqual(['opayo'])
})
