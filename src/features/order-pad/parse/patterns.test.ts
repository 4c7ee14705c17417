import { readdirSync, readFileSync } from 'node:fs'
import {
  createSourceFile,
  forEachChild,
  isRegularExpressionLiteral,
  type Node,
  ScriptTarget,
} from 'typescript'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runSteps } from '../../search/engine/sorting.ts'

// A list of 489,000 brackets once occupied the thread for 15 seconds. Each pattern of the reader, and the reader as a
// whole, gets inputs that make patterns with nested repetitions take quadratic time.

const length = 50_000
const pieces = [
  '[', '(', ' ', '\t', '\n', '1', '12 ', '1,', '1,000', '1.', "1'", '1/', '1-', '1x', '1 x ', 'x1', '-', '_', '.', ',', '|', ':',
  '"', '"a', '",', '#', 'a@', '+1 ', '£1', '>', 'a', 'A', 'ab ', 'ł', '½', 'FH-OIL-1 ', 'qty ', '2 of ', '(2)', '28/11/2025 ',
] // biome-ignore format: a list of texts
// The last character lets a pattern fail that has matched all before it.
const inputs = pieces.map(piece => `1${piece.repeat(Math.ceil(length / piece.length)).slice(0, length)}!`)

const created: RegExp[] = []
let modules: {
  parseText: typeof import('./source-rows.ts').parseText
  parseListInSteps: typeof import('./parse-list.ts').parseListInSteps
}

beforeAll(async () => {
  const Original = RegExp
  vi.stubGlobal(
    'RegExp',
    class extends Original {
      constructor(pattern: string | RegExp, flags?: string) {
        super(pattern, flags)
        created.push(this)
      }
    },
  )
  vi.resetModules()
  modules = { ...(await import('./source-rows.ts')), ...(await import('./parse-list.ts')) }
  vi.unstubAllGlobals()
})
afterAll(() => vi.resetModules())

/** The expressions that the files of this folder write as literals. */
function listLiterals(): RegExp[] {
  const folder = new URL('.', import.meta.url)
  const files = readdirSync(folder).filter(name => /^(?!.*\.(?:test|fixture)\.).*\.ts$/.test(name))
  return files.flatMap(name => {
    const literals: RegExp[] = []
    const visit = (node: Node): void => {
      if (isRegularExpressionLiteral(node)) {
        const [, source, flags] = /^\/(.*)\/([a-z]*)$/s.exec(node.text)!
        literals.push(new RegExp(source!, flags))
      }
      forEachChild(node, visit)
    }
    visit(createSourceFile(name, readFileSync(new URL(name, folder), 'utf8'), ScriptTarget.Latest))
    return literals
  })
}

/** Of this process, which waiting does not lengthen. */
function measureCpuMs(run: () => void): number {
  const before = process.cpuUsage()
  run()
  return process.cpuUsage(before).user / 1000
}

describe('fifty thousand characters', { timeout: 300_000 }, () => {
  it('occupy no pattern of the reader', () => {
    const patterns = [...listLiterals(), ...created]
    expect(patterns.length).toBeGreaterThan(60)
    for (const pattern of patterns) {
      const all = new RegExp(pattern.source, [...new Set(`${pattern.flags}g`)].join(''))
      for (const input of inputs) {
        const ms = measureCpuMs(() => void input.replace(all, ''))
        expect(ms, `${pattern} on ${JSON.stringify(input.slice(0, 20))}`).toBeLessThan(2000)
      }
    }
  })

  it('are read or refused as a list at once', () => {
    const findProductIds = (key: string) => (key === 'FHOIL1' ? [1] : [])
    for (const input of inputs) {
      const ms = measureCpuMs(() => {
        const rows = modules.parseText(input)
        runSteps(
          modules.parseListInSteps(rows.slice(0, 500), { findProductIds, purpose: 'order', isFile: false }),
        )
      })
      expect(ms, JSON.stringify(input.slice(0, 20))).toBeLessThan(3000)
    }
  })
})
